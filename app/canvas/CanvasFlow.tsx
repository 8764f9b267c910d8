import { useCallback, useRef } from 'react';
import { readClipboard } from '../platform/index.ts';
import { useShownAnalysis } from '../session/index.ts';
import { ContextMenu, classes, lazyPart, Spinner } from '../ui/index.ts';
import styles from './CanvasFlow.module.css';
import credit from './flow/credit.module.css';
import { acts } from './hooks/acts.ts';
import { useArrangement } from './hooks/arrangement.ts';
import { useCanEdit } from './hooks/useCanEdit.ts';
import { useCanvasKeys } from './hooks/useCanvasKeys.ts';
import { useActsAhead, useCanvasPort } from './hooks/useCanvasPort.ts';
import { useClipboard } from './hooks/useClipboard.ts';
import { useFit } from './hooks/useFit.ts';
import { useFocusCard } from './hooks/useFocusCard.ts';
import { useKeepCentre } from './hooks/useKeepCentre.ts';
import { useMenuPlace } from './hooks/useMenuPlace.ts';
import { useTaskDrop } from './hooks/useTaskDrop.ts';
import { useViewport } from './hooks/useViewport.ts';
import { FlowPane } from './parts/FlowPane.tsx';
import { useCanvasView } from './view.ts';

const AskPicker = lazyPart(() => import('./parts/AskPicker.tsx').then((module) => module.AskPicker));
const EmptyCanvas = lazyPart(() => import('./parts/EmptyCanvas.tsx').then((module) => module.EmptyCanvas));
const StaleNotice = lazyPart(() => import('./parts/StaleNotice.tsx').then((module) => module.StaleNotice));
const TaskPicker = lazyPart(() => import('./parts/TaskPicker.tsx').then((module) => module.TaskPicker));

/** The graph with its keys, clipboard, drops and menus, and what stands in its place when there is nothing to draw. */
export function CanvasFlow() {
  const root = useRef<HTMLDivElement>(null);
  const { analysis, isStale } = useShownAnalysis();
  const arrangement = useArrangement();
  const canEdit = useCanEdit();
  const viewport = useViewport();
  const menu = useMenuPlace();
  const isPicking = useCanvasView((view) => view.pick !== null);
  const isAsking = useCanvasView((view) => view.ask !== null);
  const focusCard = useFocusCard(root, viewport.centerOn);
  const onKeyDown = useCanvasKeys({ canEdit, focusCard });
  const clipboard = useClipboard(canEdit);
  const drop = useTaskDrop(canEdit);
  const focus = useCallback(() => root.current?.focus({ preventScroll: true }), []);
  const isEmpty = arrangement === null ? analysis === null : arrangement.graph.nodes.size === 0;
  const isBroken = isStale || analysis?.isBroken === true;
  const direction = arrangement?.direction ?? 'right';
  useCanvasPort(viewport, focus);
  useActsAhead();
  useFit(viewport, direction, arrangement !== null && !isEmpty);
  useKeepCentre();

  const entries = () => {
    const options = { place: menu.place.current, canEdit, viewport, readText: readClipboard };
    const loaded = acts.loaded();
    return loaded ? loaded.canvasMenu(options) : acts.load().then(({ canvasMenu }) => canvasMenu(options));
  };
  const pane = { viewport, direction, canEdit, isEmpty, onPaneClick: focus };
  return (
    <ContextMenu label="Canvas" entries={entries}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the canvas takes keys as a whole */}
      <div
        ref={root}
        className={classes(styles.canvas, credit.credit, isBroken && styles.stale)}
        role="application"
        aria-label="Workflow canvas"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onContextMenuCapture={menu.onContextMenuCapture}
        {...clipboard}
        {...drop}
      >
        <FlowPane {...pane}>{isBroken && <StaleNotice isStale={isStale} />}</FlowPane>
        {arrangement === null && !isEmpty && (
          <div className={styles.arranging}>
            <Spinner label="Arranging the tasks" />
          </div>
        )}
        {isEmpty && !isBroken && <EmptyCanvas canEdit={canEdit} />}
        {isPicking && <TaskPicker />}
        {isAsking && <AskPicker />}
      </div>
    </ContextMenu>
  );
}
