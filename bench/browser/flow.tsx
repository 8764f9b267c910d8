import '@xyflow/react/dist/style.css';
import { type Edge, type Node, Position, ReactFlow, useEdgesState, useNodesState } from '@xyflow/react';
import { createRoot } from 'react-dom/client';
import type { BareGraph, BareView } from '../canvas/bareGraph.ts';

/** What is shown by React Flow without anything of ours. */
export interface BareFlow {
  readonly graph: BareGraph;
  readonly view: BareView;
  /** Sizes and ports are given, and what is out of view is not rendered; else as React Flow does it by default. */
  readonly isFloor: boolean;
}

/** What the rows call in the page. */
export interface FlowBench {
  readonly show: (flow: BareFlow) => void;
}

const root = createRoot(document.querySelector('#root') ?? document.body);
const bench: FlowBench = { show: (flow) => root.render(<Bare {...flow} />) };
Object.assign(globalThis, { bench });

function Bare({ graph: { cards, lines }, view: { viewport, x, y, width, height }, isFloor }: BareFlow) {
  const [nodes, , onNodesChange] = useNodesState(cards.map((card) => toNode(card, isFloor)));
  const [edges, , onEdgesChange] = useEdgesState(lines.map((line): Edge => ({ ...line })));
  return (
    <div style={{ position: 'fixed', left: x, top: y, width, height }}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        defaultViewport={viewport}
        onlyRenderVisibleElements={isFloor}
        panOnScroll
        minZoom={0.1}
        maxZoom={2}
      />
    </div>
  );
}

function toNode({ id, x, y, width, height }: BareGraph['cards'][number], isFloor: boolean): Node {
  const node = {
    id,
    position: { x, y },
    data: { label: id },
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
    style: { width, height },
  };
  if (!isFloor) return node;
  const port = { y: height / 2, width: 1, height: 1 };
  return {
    ...node,
    width,
    height,
    handles: [
      { type: 'target', position: Position.Left, x: 0, ...port },
      { type: 'source', position: Position.Right, x: width, ...port },
    ],
  };
}
