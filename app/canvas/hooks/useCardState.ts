import { useMemo } from 'react';
import { didRunKnow, useSession } from '../../session/index.ts';
import { type CardState, toCardState } from '../flow/toCardState.ts';
import { shownRun } from './shownRun.ts';
import { useNow } from './useNow.ts';

/**
 * What the shown run says about one task; null without a run, and for a task added since it was started. Only this card
 * is drawn again when it changes.
 */
export function useCardState(taskId: string, attempts: number | null): CardState | null {
  const run = useSession((state) => {
    const view = shownRun(state);
    return view && (view.tasks.has(taskId) || didRunKnow(state, taskId)) ? view.status : null;
  });
  const activation = useSession((state) => shownRun(state)?.tasks.get(taskId));
  const status = activation?.status;
  // An instant of the past stands still.
  const moment = useSession(({ run: shown }) => shown?.moment?.at ?? null);
  const isTicking =
    moment === null && run === 'running' && (status === 'running' || status === 'waiting' || status === 'retrying');
  const clock = useNow(isTicking);
  const now = moment ?? clock;
  return useMemo(
    () => (run === null ? null : toCardState(activation, { run, attempts, now })),
    [run, activation, attempts, now],
  );
}
