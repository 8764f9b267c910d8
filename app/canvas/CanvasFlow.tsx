import { Background, BackgroundVariant, Panel, ReactFlow, useReactFlow } from '@xyflow/react';
import { type MouseEvent, useCallback, useRef, useState } from 'react';
import { readClipboard } from '../platform/index.ts';
import { select, useSession, useShownAnalysis } from '../session/index.ts';
import { ContextMenu, classes } from '../ui/index.ts';
import styles from './CanvasFlow.module.css';
import type { FlowNode } from './flow/toFlowNodes.ts';
import { useArrangement } from './hooks/arrangement.ts';
import { useCanEdit } from './hooks/useCanEdit.ts';
import { openInspector, useCanvasKeys } from './hooks/useCanvasKeys.ts';
import { useCanvasPort } from './hooks/useCanvasPort.ts';
import { useClipboard } from './hooks/useClipboard.ts';
import { useConnect } from './hooks/useConnect.ts';
import { useFit } from './hooks/useFit.ts';
import { useFlow } from './hooks/useFlow.ts';
import { useKeepCentre } from './hooks/useKeepCentre.ts';
import { useTaskDrop } from './hooks/useTaskDrop.ts';
import { useViewport } from './hooks/useViewport.ts';
import { CanvasMinimap } from './parts/CanvasMinimap.tsx';
import { CanvasToolbar } from './parts/CanvasToolbar.tsx';
import { ConnectionLine } from './parts/ConnectionLine.tsx';
import { canvasMenu, type MenuPlace, selectForMenu } from './parts/canvasMenu.tsx';
import { EmptyCanvas } from './parts/EmptyCanvas.tsx';
import { EndMark } from './parts/EndMark.tsx';
import { HandlerEdge } from './parts/HandlerEdge.tsx';
import { StaleNotice } from './parts/StaleNotice.tsx';
import { TaskCard } from './parts/TaskCard.tsx';
import { TaskFrame } from './parts/TaskFrame.tsx';
import { TaskPicker } from './parts/TaskPicker.tsx';

const NODE_TYPES = { task: TaskCard, frame: TaskFrame, end: EndMark };
const EDGE_TYPES = { handler: HandlerEdge };
const GRID: [number, number] = [20, 20];
const MULTI_KEYS = ['Shift', 'Meta', 'Control'];
const WORDS = {
  'node.a11yDescription.default': 'Arrow keys walk along lines. Enter edits. Delete removes.',
  'node.a11yDescription.keyboardDisabled': 'Arrow keys walk along lines. Enter edits. Delete removes.',
  'edge.a11yDescription.default': 'Enter edits what is passed. Delete removes the connection.',
};
const NOWHERE: MenuPlace = { node: null, edge: null, at: { x: 0, y: 0 }, point: { x: 0, y: 0 } };

/** The graph with its gestures, keys, menus and everything that floats over it. */
export function CanvasFlow() {
  const root = useRef<HTMLDivElement>(null);
  const { analysis, isStale } = useShownAnalysis();
  const arrangement = useArrangement();
  const canEdit = useCanEdit();
  const viewport = useViewport();
  const flow = useFlow();
  const wires = useConnect();
  const menu = useMenuPlace();
  const [hasMinimap, setHasMinimap] = useState(true);
  const focusCard = useFocusCard(root, viewport.centerOn);
  const onKeyDown = useCanvasKeys({ canEdit, focusCard });
  const clipboard = useClipboard(canEdit);
  const drop = useTaskDrop(canEdit);
  const hasRun = useSession((state) => state.run !== null && state.run.path === state.activePath);
  const isEmpty = (arrangement?.graph.nodes.size ?? 0) === 0;
  const isBroken = isStale || analysis?.isBroken === true;
  const direction = arrangement?.direction ?? 'right';
  useCanvasPort(
    viewport,
    useCallback(() => root.current?.focus({ preventScroll: true }), []),
  );
  useFit(viewport, direction, !isEmpty);
  useKeepCentre();

  const entries = () => canvasMenu({ place: menu.place.current, canEdit, viewport, readText: readClipboard });
  return (
    <ContextMenu entries={entries}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the canvas takes keys as a whole */}
      <div
        ref={root}
        className={classes(styles.canvas, isBroken && styles.stale, hasRun && styles.running)}
        data-pane="canvas"
        role="application"
        aria-label="Workflow canvas"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onContextMenuCapture={menu.onContextMenuCapture}
        {...clipboard}
        {...drop}
      >
        <ReactFlow
          nodes={flow.nodes}
          edges={flow.edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onNodesChange={flow.onNodesChange}
          onEdgesChange={flow.onEdgesChange}
          onNodeDragStop={flow.onDragStop}
          onSelectionDragStop={flow.onSelectionDragStop}
          onNodeClick={selectOne}
          onEdgeClick={(_, { id }) => select({ edge: id, origin: 'canvas' })}
          onNodeDoubleClick={(event) => openInspector(event.target)}
          onPaneClick={() => root.current?.focus({ preventScroll: true })}
          {...wires}
          connectionLineComponent={ConnectionLine}
          connectionRadius={28}
          nodesDraggable={canEdit}
          nodesConnectable={canEdit}
          edgesReconnectable={canEdit}
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements
          disableKeyboardA11y
          deleteKeyCode={null}
          multiSelectionKeyCode={MULTI_KEYS}
          zoomOnDoubleClick={false}
          panOnScroll
          snapToGrid
          snapGrid={GRID}
          minZoom={0.1}
          maxZoom={2}
          ariaLabelConfig={WORDS}
          attributionPosition="top-right"
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={20}
            size={1.4}
            color="var(--dot)"
            bgColor="var(--background)"
          />
          {hasMinimap && !isEmpty && <CanvasMinimap />}
          <Panel position="bottom-left">
            <CanvasToolbar
              viewport={viewport}
              direction={direction}
              canEdit={canEdit}
              hasMinimap={hasMinimap}
              onToggleMinimap={() => setHasMinimap(!hasMinimap)}
            />
          </Panel>
          {isBroken && (
            <Panel position="top-center">
              <StaleNotice isStale={isStale} />
            </Panel>
          )}
        </ReactFlow>
        {isEmpty && !isBroken && <EmptyCanvas canEdit={canEdit} />}
        <TaskPicker />
      </div>
    </ContextMenu>
  );
}

/** A plain click on one of several selected cards selects it alone. */
function selectOne(event: MouseEvent, { id, type }: FlowNode): void {
  if (type !== 'end' && !event.shiftKey && !event.metaKey && !event.ctrlKey) select({ tasks: [id], origin: 'canvas' });
}

/** Remembers what the context menu was opened on; from the keyboard that is the card with the focus. */
function useMenuPlace() {
  const place = useRef<MenuPlace>(NOWHERE);
  const { screenToFlowPosition } = useReactFlow();
  const onContextMenuCapture = useCallback(
    (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const at = { x: event.clientX, y: event.clientY };
      place.current = {
        node: target?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null,
        edge: target?.closest<SVGElement>('.react-flow__edge')?.dataset.id ?? null,
        at,
        point: screenToFlowPosition(at),
      };
      selectForMenu(place.current);
    },
    [screenToFlowPosition],
  );
  return { place, onContextMenuCapture };
}

/** Brings a card into view and gives it the focus, once it is drawn. */
function useFocusCard(root: { readonly current: HTMLElement | null }, centerOn: (id: string) => void) {
  return useCallback(
    (id: string) => {
      centerOn(id);
      requestAnimationFrame(() => {
        const card = root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
        (card ?? root.current)?.focus({ preventScroll: true });
      });
    },
    [root, centerOn],
  );
}
