import { useMemo } from 'react';
import type { RunView } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { didRunKnow, isEditedSinceRun, paintOf, shownView } from '../../session/run/index.ts';
import { lookOf } from '../../session/runSteps/index.ts';
import { useNow } from '../../ui/index.ts';
import { type CardState, causeOf, toCardState } from '../model/toCardState.ts';
import { useTelling } from './useTelling.ts';

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
