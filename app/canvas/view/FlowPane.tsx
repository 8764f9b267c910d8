import { Panel, ReactFlow, useStore } from '@xyflow/react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { select, useSession } from '../../session/index.ts';
import { shownView } from '../../session/run/index.ts';
import { lazyPart } from '../../ui/index.ts';
import { openInspector } from '../commands/openInspector.ts';
import { elementOfNode, selectElement } from '../gestures/useCanvasFocus.ts';
import { useConnect } from '../gestures/useConnect.ts';
import { useMoving } from '../gestures/useMoving.ts';
import { isDrawnWhole } from '../model/arrangeGraph.ts';
import type { Direction } from '../model/direction.ts';
import { DETAIL_ZOOM } from '../model/fromAfar.ts';
import { LEAST_ZOOM } from '../model/openingView.ts';
import { type DrawnNode } from '../model/toFlowNodes.ts';
import { GRID } from '../model/toPosition.ts';
import { useArrangement } from '../state/arrangement.ts';
import { useCanvasView } from '../state/canvasView.ts';
import { Detail } from '../state/detail.ts';
import { useOwnPart } from '../state/useOwnPart.ts';
import type { Viewport } from '../state/useViewport.ts';
import { CanvasMinimap } from './CanvasMinimap.tsx';
import { ConnectionLine } from './ConnectionLine.tsx';
import { EndMark } from './EndMark.tsx';
import { Ground } from './Ground.tsx';
import { HandlerEdge } from './HandlerEdge.tsx';
import { TaskCard } from './TaskCard.tsx';
import { TaskFrame } from './TaskFrame.tsx';
import { useFlow } from './useFlow.ts';

const CanvasToolbar = lazyPart(() => import('./CanvasToolbar.tsx').then((module) => module.CanvasToolbar));
const LargeGraph = lazyPart(() => import('./largeParts.ts').then((module) => module.LargeGraph));
const LargeNotice = lazyPart(() => import('./largeParts.ts').then((module) => module.LargeNotice));
const NoteCard = lazyPart(() => import('../annotations/index.ts').then((module) => module.NoteCard));
const FrameNode = lazyPart(() => import('../annotations/index.ts').then((module) => module.FrameNode));
const RunPill = lazyPart(() => import('./RunPill.tsx').then((module) => module.RunPill));
const FilePath = lazyPart(() => import('./FilePath.tsx').then((module) => module.FilePath));
const DropPreview = lazyPart(() => import('./DropPreview.tsx').then((module) => module.DropPreview));

const SNAP: [number, number] = [GRID, GRID];
const MULTI_KEYS = ['Shift', 'Meta', 'Control'];

/** What never changes: how React Flow draws and which gestures it takes. Keys are ours. A function that is made for each drawing would draw every card and line again. */
const FIXED = {
  nodeTypes: { task: TaskCard, frame: TaskFrame, end: EndMark, note: NoteCard, cardFrame: FrameNode },
  edgeTypes: { handler: HandlerEdge },
  connectionLineComponent: ConnectionLine,
  connectionRadius: 28,
  elevateNodesOnSelect: false,
  onlyRenderVisibleElements: true,
  disableKeyboardA11y: true,
  // The canvas is one stop of Tab, and gives the focus to the card or line that is selected.
  nodesFocusable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  multiSelectionKeyCode: MULTI_KEYS,
  zoomOnDoubleClick: false,
  panOnScroll: true,
  snapToGrid: true,
  snapGrid: SNAP,
  minZoom: LEAST_ZOOM,
  maxZoom: 2,
  onNodeClick: selectClicked,
  onEdgeClick: selectLine,
  onNodeDoubleClick: openClicked,
  // The credit is next to the toolbar, where it covers no card of a small canvas.
  proOptions: { hideAttribution: true },
} as const;

export interface FlowPaneProps {
  readonly viewport: Viewport;
  readonly direction: Direction;
  readonly canEdit: boolean;
  readonly isEmpty: boolean;
  readonly onPaneClick: () => void;
  /** A notice at the top of the canvas. */
  readonly children?: ReactNode;
}

/** Tasks of a graph that a map is shown of unless a person says otherwise: fewer are found without one. */
const LEAST_MAPPED = 15;

/** The graph itself with what floats over it: minimap, toolbar, a notice. */
export function FlowPane({ viewport, direction, canEdit, isEmpty, onPaneClick, children }: FlowPaneProps) {
  const arrangement = useArrangement();
  const large = arrangement === null || isDrawnWhole(arrangement) ? null : arrangement;
  const [part, choosePart] = useOwnPart();
  const drawn = large && part;
  // Nothing, until it is chosen what is drawn of a large graph.
  const flow = useFlow(large && !part ? null : arrangement, drawn);
  const wires = useConnect();
  const moving = useMoving(viewport.onMoveStart);
  const isDetailed = useStore(({ transform }) => transform[2] >= DETAIL_ZOOM);
  const isDropping = useCanvasView((view) => view.drop !== null);
  const isPainted = useSession((state) => shownView(state) !== null && !state.view.drawer.isOpen);
  const isInside = useSession((state) => state.view.trail.length > 0);
  const [wantsMinimap, setWantsMinimap] = useState<boolean | null>(null);
  const hasMinimap = wantsMinimap ?? (arrangement?.graph.nodes.size ?? 0) >= LEAST_MAPPED;
  return (
    <Detail value={isDetailed}>
      <ReactFlow
        {...FIXED}
        {...flow}
        {...wires}
        {...moving}
        onPaneClick={onPaneClick}
        nodesDraggable={canEdit}
        nodesConnectable={canEdit}
        edgesReconnectable={canEdit && isDetailed}
      >
        <Ground />
        {large && <LargeGraph arrangement={large} onDraw={choosePart} />}
        {hasMinimap && !isEmpty && <CanvasMinimap large={large} />}
        {isDropping && <DropPreview />}
        {isInside && (
          <Panel position="top-left">
            <FilePath />
          </Panel>
        )}
        {!children && arrangement && (arrangement.isPlain || drawn?.isThinned === true) && (
          <Panel position="top-center">
            <LargeNotice arrangement={arrangement} isThinned={drawn?.isThinned === true} />
          </Panel>
        )}
        {!children && isPainted && (
          <Panel position="top-center">
            <RunPill />
          </Panel>
        )}
        {children && <Panel position="top-center">{children}</Panel>}
      </ReactFlow>
      <CanvasToolbar
        viewport={viewport}
        direction={direction}
        canEdit={canEdit}
        hasMinimap={hasMinimap}
        onToggleMinimap={() => setWantsMinimap(!hasMinimap)}
      />
    </Detail>
  );
}

/** A plain click on one of several selected cards selects it alone; one on an end selects the line that leads there. */
function selectClicked(event: MouseEvent, node: DrawnNode): void {
  if (node.type === 'end') select({ edge: node.data.edgeId, origin: 'canvas' });
  else if (!event.shiftKey && !event.metaKey && !event.ctrlKey) selectElement(elementOfNode(node.id));
}

function selectLine(_: MouseEvent, { id }: { readonly id: string }): void {
  select({ edge: id, origin: 'canvas' });
}

function openClicked({ target }: MouseEvent): void {
  openInspector(target);
}
