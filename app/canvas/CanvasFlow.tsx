import { useCallback, useEffect, useRef } from 'react';
import { useAnalysis, useIsReading, useIsStale, useSession } from '../session/index.ts';
import { ContextMenu, classes, lazyPart, Spinner } from '../ui/index.ts';
import styles from './CanvasFlow.module.css';
import { commands } from './commands/lazyCommands.ts';
import { keepPageZoom } from './gestures/keepPageZoom.ts';
import { useCanvasFocus } from './gestures/useCanvasFocus.ts';
import { useCanvasKeys } from './gestures/useCanvasKeys.ts';
import { useCanvasPort, useCommandsAhead } from './gestures/useCanvasPort.ts';
import { useClipboard } from './gestures/useClipboard.ts';
import { useMenuPlace } from './gestures/useMenuPlace.ts';
import { useSteadyClick } from './gestures/useSteadyClick.ts';
import { useTaskDrop } from './gestures/useTaskDrop.ts';
import { useArrangement } from './state/arrangement.ts';
import { useCanvasView } from './state/canvasView.ts';
import { useCanEdit } from './state/useCanEdit.ts';
import { useFit } from './state/useFit.ts';
import { useGivenSizes } from './state/useGivenSizes.ts';
import { useKeepView } from './state/useKeepView.ts';
import { useViewport } from './state/useViewport.ts';
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
