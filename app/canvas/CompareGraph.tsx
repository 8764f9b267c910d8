import '@xyflow/react/dist/base.css';
import {
  Background,
  BackgroundVariant,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { EMPTY_LAYOUT, type Graph, type Layout } from '#engine';
import { PlacingMissing } from '#engine/layout';
import { useSession } from '../session/index.ts';
import { type ComparedGraph } from '../session/relatedRuns/index.ts';
import { MaximizeIcon, MinusIcon, PlusIcon } from '../ui/icons.ts';
import { IconButton } from '../ui/index.ts';
import styles from './CompareGraph.module.css';
import { ComparedCard, ComparedFrame } from './compare/ComparedCard.tsx';
import { ComparedEnd } from './compare/ComparedEnd.tsx';
import { ComparedLine, type ComparedNode, toComparedFlow } from './compare/ComparedLine.tsx';
import { type Arrangement, isArranged, planArrangement } from './model/arrangeGraph.ts';
import type { Direction } from './model/direction.ts';
import { LEAST_ZOOM, openingView } from './model/openingView.ts';
import { moveTime } from './state/lateTransitions.ts';
import { makeArrangement, useLongLayouts, usePlacing } from './state/longLayouts.ts';
import { useDrawnPart } from './state/useDrawnPart.ts';
import toolbar from './view/CanvasToolbar.module.css';
import credit from './view/credit.module.css';

const FIT = { padding: 0.12, maxZoom: 1 } as const;

const FIXED = {
  nodeTypes: { task: ComparedCard, frame: ComparedFrame, end: ComparedEnd },
  edgeTypes: { handler: ComparedLine },
  nodesDraggable: false,
  nodesConnectable: false,
  edgesReconnectable: false,
  edgesFocusable: false,
  elementsSelectable: true,
  elevateNodesOnSelect: false,
  onlyRenderVisibleElements: true,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  panOnScroll: true,
  zoomOnDoubleClick: false,
  minZoom: LEAST_ZOOM,
  maxZoom: 2,
  attributionPosition: 'bottom-right',
} as const;

/** The graph of two runs: what each card and line did in both, to look at. Fills its pane. */
export function CompareGraph(props: ComparedGraph) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ path, graph, workflow, marks, taken, selected, onSelect }: ComparedGraph) {
  const arrangement = useComparedArrangement(path, graph);
  const drawn = useDrawnPart(arrangement);
  const { nodes, edges } = useMemo(
    () =>
      arrangement ? toComparedFlow(arrangement, { workflow, marks, taken, selected, drawn }) : { nodes: [], edges: [] },
    [arrangement, workflow, marks, taken, selected, drawn],
  );
  useOpening(arrangement);
  useFollow(arrangement, selected);
  if (arrangement === null) return <div className={styles.graph} />;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const id =
      event.target instanceof Element ? event.target.closest('.react-flow__node')?.getAttribute('data-id') : null;
    const task = nodes.find((node) => node.id === id);
    if (task === undefined) return;
    event.preventDefault();
    choose(task);
  }

  function choose(node: ComparedNode) {
    if (node.type !== 'end') onSelect(node.data.taskId);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards in it have the focus and take the keys
    <section className={`${styles.graph} ${credit.credit}`} aria-label="Graph of both runs" onKeyDown={onKeyDown}>
      <ReactFlow
        {...FIXED}
        nodes={nodes}
        edges={edges}
        onNodeClick={(_, node) => choose(node)}
        ariaLabelConfig={{
          'node.a11yDescription.default': 'Enter shows both sides.',
          'node.a11yDescription.keyboardDisabled': 'Enter shows both sides.',
        }}
      >
        <Background
          variant={BackgroundVariant.Dots}
          gap={20}
          size={1.4}
          color="var(--dot)"
          bgColor="var(--background)"
        />
        <Panel position="bottom-left">
          <Zoom />
        </Panel>
      </ReactFlow>
    </section>
  );
}

function Zoom() {
  const { fitView, zoomIn, zoomOut } = useReactFlow();
  return (
    <div className={toolbar.toolbar} role="toolbar" aria-label="Graph">
      <IconButton label="Zoom out" icon={<MinusIcon />} tooltipSide="top" onClick={() => void zoomOut()} />
      <IconButton label="Zoom in" icon={<PlusIcon />} tooltipSide="top" onClick={() => void zoomIn()} />
      <IconButton label="Fit everything" icon={<MaximizeIcon />} tooltipSide="top" onClick={() => void fitView(FIT)} />
    </div>
  );
}

interface ArrangementInput {
  readonly graph: Graph;
  readonly saved: Layout;
  readonly direction: Direction;
}

/** The arrangement made last. */
const cache: { last: (ArrangementInput & { readonly shown: Arrangement }) | null } = { last: null };

/** The graph with everything in its place, containers open; null while what places cards is loaded or the worker arranges it. */
function useComparedArrangement(path: string, graph: Graph): Arrangement | null {
  const saved = useSession((state) => state.document.workspace.layouts.get(path) ?? EMPTY_LAYOUT);
  const direction = useSession((state) => state.view.direction);
  useLongLayouts();
  const shown = arrange({ graph, saved, direction });
  usePlacing(shown === null);
  return shown;
}

/** The same object while nothing changed. */
function arrange({ graph, saved, direction }: ArrangementInput): Arrangement | null {
  const { last } = cache;
  if (last?.graph === graph && last.saved === saved && last.direction === direction) return last.shown;
  try {
    const planned = planArrangement(graph, { ...saved, collapsed: new Set() }, direction);
    const shown = isArranged(planned) ? planned : makeArrangement(planned);
    if (shown !== null) cache.last = { graph, saved, direction, shown };
    return shown;
  } catch (error) {
    if (error instanceof PlacingMissing) return null;
    throw error;
  }
}

/** Shows the graph as the canvas first shows a workflow, once there is room for it. */
function useOpening(arrangement: Arrangement | null): void {
  const { setViewport } = useReactFlow();
  const [width, height] = useStore(({ width: across, height: down }) => [across, down] as const, isSamePair);
  const isNarrow = useSession((state) => state.view.isNarrow);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const wanted = `${arrangement?.direction} ${isNarrow}`;
    if (arrangement === null || width === 0 || height === 0 || opened.current === wanted) return;
    const view = openingView(arrangement, { width, height });
    if (view === null) return;
    opened.current = wanted;
    void setViewport(view);
  }, [arrangement, width, height, isNarrow, setViewport]);
}

function isSamePair(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Brings the card of the selected task into view, where it is not. */
function useFollow(arrangement: Arrangement | null, selected: string | null): void {
  const { setCenter } = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    const node = [...(arrangement?.graph.nodes.values() ?? [])].find(({ task }) => task.id === selected);
    const box = node && arrangement?.boxes.get(node.id);
    if (!box) return;
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    if (left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height) return;
    void setCenter(box.x + box.width / 2, box.y + box.height / 2, {
      zoom: Math.max(zoom, 0.6),
      duration: moveTime(),
    });
  }, [arrangement, selected, setCenter, store]);
}
