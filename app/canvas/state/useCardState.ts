import { useEffect, useMemo, useState } from 'react';
import { type RunError, type RunView, tellItems } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { didRunKnow, isEditedSinceRun, paintOf, shownView } from '../../session/run/index.ts';
import { countFailed, countTimes, isOfExpression, lookOf, telling } from '../../session/runSteps/index.ts';
import { type Kind, useNow } from '../../ui/index.ts';
import { describeResult } from '../model/describeResult.ts';
import { type CardState, causeOf, toCardState } from '../model/toCardState.ts';

const NONE: RunView['idle'] = [];

/**
 * The state of one task in the shown run; null without a run, and for a task added or edited since it was started. Only this card
 * is drawn again when it changes.
 */
export function useCardState(taskId: string, attempts: number | null): CardState | null {
  const run = useSession((state) => {
    const view = shownView(state);
    if (view === null || isEditedSinceRun(state, taskId)) return null;
    return view.tasks.has(taskId) || didRunKnow(state, taskId) ? view.status : null;
  });
  const activation = useSession((state) => paintOf(state, taskId));
  const look = useSession((state) => lookOf(state, taskId));
  const idle = useSession((state) => shownView(state)?.idle) ?? NONE;
  const status = activation?.status;
  // Time does not advance at an instant of the past.
  const moment = useSession(({ run: { shown } }) => shown?.moment?.at ?? null);
  const isImported = useSession(({ run: { shown } }) => shown?.isImported === true);
  const isLive = run === 'running' && moment === null && !isImported;
  const isTicking =
    moment === null && run === 'running' && (status === 'running' || status === 'waiting' || status === 'retrying');
  const ahead = useSession(({ run: { shown } }) => shown?.ahead ?? 0);
  const clock = useNow(isTicking, 250) + ahead;
  const now = moment ?? clock;
  const tell = useTelling(activation === undefined ? null : causeOf(activation));
  return useMemo(
    () => (run === null ? null : toCardState(activation, { look, run, attempts, now, idle, isLive, tell })),
    [look, run, activation, attempts, now, idle, isLive, tell],
  );
}

/** How errors are told: one of an expression with what failed in it, once what reads those is loaded. */
export function useTelling(error: RunError | null): typeof tellItems {
  const isWanted = error !== null && isOfExpression(error);
  const [loaded, setLoaded] = useState(telling.loaded);
  useEffect(() => {
    if (isWanted && loaded === null)
      void telling.load().then(
        (module) => setLoaded(module),
        () => null,
      );
  }, [isWanted, loaded]);
  return loaded?.tellError ?? tellItems;
}

/** What a task last answered in the shown run, or why it failed and how often, as one line; null while there is nothing to say. */
export function useCardResult(taskId: string, kind: Kind): string | null {
  const last = useSession((state) => paintOf(state, taskId));
  const failed = useFailed(taskId);
  const times = useTimes(taskId);
  const tell = useTelling(last?.error ?? null);
  return useMemo(() => {
    if (last?.status === 'error') {
      const message = last.error === null ? null : tell(last.error);
      const count = `${failed.toLocaleString('en')}${times === 0 ? ' items' : ''} failed`;
      return failed > 1 ? `${count}. First: ${message}` : times > 1 ? `${count}: ${message}` : message;
    }
    return last?.status === 'success' ? describeResult(kind, last.output) : null;
  }, [last, failed, times, kind, tell]);
}

/** How often a task failed in the shown run, or for how many items. */
export function useFailed(taskId: string): number {
  return useSession(({ run: { shown } }) => (shown === null ? 0 : countFailed(shown, taskId)));
}

/** How often a task ran in the shown run; 0 for one that runs for items, which its collection counts. */
export function useTimes(taskId: string): number {
  return useSession(({ run: { shown } }) => (shown === null ? 0 : countTimes(shown, taskId)));
}
