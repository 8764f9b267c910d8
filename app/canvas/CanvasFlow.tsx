import { useNodesInitialized, useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { registerPort, session, useAnalysis, useIsReading, useIsStale, useSession } from '../session/index.ts';
import { ContextMenu, classes, lazyPart, Spinner } from '../ui/index.ts';
import styles from './CanvasFlow.module.css';
import { commands, withCommands } from './commands/lazyCommands.ts';
import { useCanvasFocus } from './gestures/useCanvasFocus.ts';
import { useCanvasKeys, useClipboard } from './gestures/useCanvasKeys.ts';
import { keepPageZoom, useMenuPlace, useSteadyClick } from './gestures/useSteadyClick.ts';
import { useTaskDrop } from './gestures/useTaskDrop.ts';
import type { Direction } from './model/direction.ts';
import { useArrangement } from './state/arrangement.ts';
import { useCanvasView } from './state/canvasView.ts';
import { useCanEdit } from './state/useCanEdit.ts';
import { useKeepView, useViewport, type Viewport } from './state/useViewport.ts';
import { FlowPane } from './view/FlowPane.tsx';

const AskPicker = lazyPart(() => import('./questions/AskPicker.tsx').then((module) => module.AskPicker));
const FollowRun = lazyPart(() => import('./gestures/FollowRun.tsx').then((module) => module.FollowRun));
const LineageMarks = lazyPart(() => import('./view/LineageMarks.tsx').then((module) => module.LineageMarks));
const EmptyCanvas = lazyPart(() => import('./view/EmptyCanvas.tsx').then((module) => module.EmptyCanvas));
const StaleNotice = lazyPart(() => import('./view/StaleNotice.tsx').then((module) => module.StaleNotice));
const TaskPicker = lazyPart(() => import('./questions/TaskPicker.tsx').then((module) => module.TaskPicker));

/** The graph with its keys, clipboard, drops and menus, and what is shown in its place when there is nothing to draw. */
export function CanvasFlow() {
  const root = useRef<HTMLDivElement>(null);
  const analysis = useAnalysis('own');
  const isStale = useIsStale();
  const arrangement = useArrangement();
  const canEdit = useCanEdit();
  const viewport = useViewport();
  const menu = useMenuPlace();
  const isPicking = useCanvasView((view) => view.pick !== null);
  const hasLineage = useSession((state) => state.view.isLineageShown);
  const isFollowed = useSession((state) => {
    const { shown } = state.run;
    return state.view.following !== 'off' && (shown?.moment != null || shown?.view.status === 'running');
  });
  const isAsking = useCanvasView((view) => view.ask !== null);
  const { focusSelected, handlers } = useCanvasFocus(root, viewport.centerOn);
  const onKeyDown = useCanvasKeys({ canEdit, focusSelected });
  const steady = useSteadyClick();
  const clipboard = useClipboard(canEdit);
  const drop = useTaskDrop(canEdit);
  const focus = useCallback(() => root.current?.focus({ preventScroll: true }), []);
  const isBeginning = useAnalysis('beginning') !== null;
  const reading = useIsReading();
  const isNothing = analysis === null && !isBeginning;
  const isEmpty = arrangement === null ? isNothing : arrangement.graph.nodes.size === 0;
  const isBroken = analysis?.isBroken === true;
  const direction = arrangement?.direction ?? 'right';
  useGivenSizes();
  useCanvasPort(viewport, focusSelected);
  useCommandsAhead();
  useFit(viewport, direction, arrangement !== null && !isEmpty, isBeginning);
  useKeepView(viewport);
  useEffect(() => (root.current === null ? undefined : keepPageZoom(root.current)), []);

  const entries = () => {
    const options = { place: menu.place.current, canEdit };
    const loaded = commands.loaded();
    return loaded ? loaded.canvasMenu(options) : commands.load().then(({ canvasMenu }) => canvasMenu(options));
  };
  const pane = { viewport, direction, canEdit, isEmpty, onPaneClick: focus };
  return (
    <ContextMenu label="Canvas" entries={entries}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the canvas takes keys as a whole */}
      <div
        ref={root}
        className={classes(styles.canvas, isBroken && styles.stale)}
        role="application"
        aria-label="Workflow canvas"
        aria-description="Arrow keys walk from card to card, W from line to line. Enter edits, A adds a task, question mark lists all keys."
        tabIndex={0}
        {...handlers}
        {...steady}
        onKeyDown={onKeyDown}
        onContextMenuCapture={menu.onContextMenuCapture}
        {...clipboard}
        {...drop}
      >
        <FlowPane {...pane}>
          {isBroken ? <StaleNotice isStale={isStale} /> : reading && <Reading label={reading} />}
        </FlowPane>
        {arrangement === null && !isEmpty && (
          <div className={styles.arranging}>
            <Spinner label="Arranging the tasks" />
          </div>
        )}
        {isEmpty && !isBroken && <EmptyCanvas canEdit={canEdit} />}
        {hasLineage && <LineageMarks />}
        {isFollowed && <FollowRun />}
        {isPicking && <TaskPicker />}
        {isAsking && <AskPicker />}
      </div>
    </ContextMenu>
  );
}

/** Says that these are the first tasks of a file, and that it can be edited in a moment. */
function Reading({ label }: { readonly label: string }) {
  return (
    <div className={styles.reading}>
      <Spinner label={label} />
    </div>
  );
}

/**
 * Keeps React Flow from measuring cards and ports as they come into view: both are given, so the page would be laid out again
 * and everything in view be compared again, only to find them where they are. From afar cards have no ports to be found.
 */
function useGivenSizes(): void {
  const store = useStoreApi();
  // Before React Flow is drawn, which takes what it measures with on its first time.
  useState(() => store.setState({ updateNodeInternals: measureNothing }));
}

function measureNothing(): void {
  // Sizes and ports come with the nodes.
}

/** Exposes the canvas to actions that start elsewhere: fit, zoom, find a card, arrange. */
function useCanvasPort(viewport: Viewport, focus: () => void): void {
  const { flowToScreenPosition } = useReactFlow();
  useEffect(() => {
    const { fit, zoomIn, zoomOut, zoomTo, centerOn } = viewport;
    const arrange = () =>
      withCommands(({ layoutAll }) => {
        layoutAll();
        requestAnimationFrame(fit);
      });
    return registerPort('canvas', {
      fitView: fit,
      zoomIn,
      zoomOut,
      zoomTo,
      centerOn,
      layoutAll: arrange,
      turn: () => withCommands(({ turnFlow }) => turnFlow()),
      focus,
      toScreen: flowToScreenPosition,
    });
  }, [viewport, focus, flowToScreenPosition]);
}

/** Loads what can be done to tasks, and how it is asked, once a task is selected: the keys that follow find it there. */
function useCommandsAhead(): void {
  const hasSelection = useSession(({ document: { selection } }) => selection.tasks.size > 0);
  useEffect(() => {
    if (hasSelection) void Promise.all([commands.load(), import('./questions/AskPicker.tsx')]).catch(() => null);
  }, [hasSelection]);
}

/**
 * Chooses the view when a file is opened and when the flow turns, so that a selected task is seen; otherwise it stays where it is.
 * @param isBeginning whether more of the file is still read: with all of it the view is chosen again, unless it was moved
 */
function useFit(viewport: Viewport, direction: Direction, hasTasks: boolean, isBeginning: boolean): void {
  const path = useSession((state) => state.document.activePath);
  const hasRoom = useStore(({ width, height }) => width > 0 && height > 0);
  const isReady = useNodesInitialized() && hasRoom;
  const fitted = useRef({ wanted: '', isBeginning });
  useEffect(() => {
    const wanted = `${direction} ${path ?? ''}`;
    const before = fitted.current;
    if (!hasTasks || !isReady || (before.wanted === wanted && before.isBeginning === isBeginning)) return;
    fitted.current = { wanted, isBeginning };
    if (before.wanted === wanted && !viewport.isAsOpened()) return;
    viewport.open();
    // On a phone the canvas comes back with the task that was added.
    const [only, ...others] = session.getState().document.selection.tasks;
    if (only !== undefined && others.length === 0) viewport.centerOn(only);
  }, [path, direction, hasTasks, isReady, isBeginning, viewport]);
}
