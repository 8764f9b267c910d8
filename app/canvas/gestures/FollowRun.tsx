import { type ReactFlowState, useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { type SessionState, session, useSession } from '../../session/index.ts';
import { shownView } from '../../session/run/index.ts';
import { resumeFollowing } from '../../session/runSteps/index.ts';
import { type Box, boundsOf } from '../model/arrangeGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { moveTime } from '../state/lateTransitions.ts';

/** How long after something of the run changed the view moves, in ms: it follows a run, not each of its events. */
const DELAY = 250;

/** Space between what is kept in view and the edges of the canvas, px. */
const MARGIN = 32;

/** Keeps in view what a run is at: all of it where there is room, else what began last. Nothing moves while that is in view already. */
export function FollowRun(): null {
  const { setCenter } = useReactFlow();
  const store = useStoreApi();
  const runId = useSession((state) => state.run.shown?.runId);
  useEffect(resumeFollowing, [runId]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let seen = '';
    const look = (): void => {
      timer = undefined;
      const tasks = listAtWork(session.getState());
      const now = tasks.join('\n');
      if (now === seen || session.getState().view.following !== 'on') return;
      seen = now;
      const target = chooseBox(tasks, store.getState());
      if (target === null || isInside(target, store.getState())) return;
      const { transform } = store.getState();
      const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
      void setCenter(x, y, { zoom: transform[2], duration: moveTime() });
    };
    const stop = session.subscribe((now, before) => {
      if (now.run.shown !== before.run.shown) timer ??= setTimeout(look, DELAY);
    });
    look();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [setCenter, store]);
  return null;
}

/** The tasks that a run is at, those that began last first: of containers, what is at work inside them. */
function listAtWork(state: SessionState): readonly string[] {
  const view = shownView(state);
  if (view === null) return [];
  const next = view.paused?.next;
  if (next != null) return [next.taskId];
  const active = [...view.tasks.values()].filter(({ startedAt, endedAt }) => startedAt !== null && endedAt === null);
  const around = new Set(active.map(({ parent }) => parent));
  const inner = active.filter(({ activation }) => !around.has(activation));
  return inner.sort((a, b) => b.activation - a.activation).map(({ taskId }) => taskId);
}

type Pane = Pick<ReactFlowState, 'transform' | 'width' | 'height'>;

function chooseBox(tasks: readonly string[], { transform, width, height }: Pane): Box | null {
  const shown = currentArrangement();
  const boxes = tasks.flatMap((id) => shown?.boxes.get(id) ?? []);
  const [latest] = boxes;
  if (latest === undefined) return null;
  const all = boundsOf(boxes);
  const room = { width: (width - 2 * MARGIN) / transform[2], height: (height - 2 * MARGIN) / transform[2] };
  return all.width <= room.width && all.height <= room.height ? all : latest;
}

function isInside(box: Box, { transform: [x, y, zoom], width, height }: Pane): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y];
  return left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height;
}
