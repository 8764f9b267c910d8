import { useEffect, useMemo, useState } from 'react';
import { type ActivationView, type RunError, type RunView, tellItems } from '#engine/run';
import { type SessionState, useSession } from '../../session/index.ts';
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

/** Where a line begins and ends: ids of tasks; `to` is null where nothing comes next. */
interface LineEnds {
  readonly from: string;
  readonly to: string | null;
}

/** The state of one line in the shown run; idle where the task it leaves was edited since. */
export function useEdgeState(edgeId: string, { from, to }: LineEnds): EdgeState {
  return useSession((state) => {
    const run = shownView(state);
    return run && !isEditedSinceRun(state, from) ? toEdgeState(run, edgeId, to) : 'idle';
  });
}

/** How often a line was taken in the shown run, by the instant that is looked at; 0 where the task it leaves was edited since. */
export function useTimesTaken(edges: readonly string[], from: string): number {
  return useSession((state) => {
    const run = shownView(state);
    return run && !isEditedSinceRun(state, from) ? edges.reduce((sum, id) => sum + (run.edges.get(id) ?? 0), 0) : 0;
  });
}

/** `live`: taken, and its target is running; `faded`: the run has ended without it. */
type EdgeState = 'idle' | 'taken' | 'live' | 'faded';

/** The part of a run a line is read from. */
interface LineView extends Pick<RunView, 'status' | 'edges'> {
  readonly tasks: ReadonlyMap<string, Pick<ActivationView, 'status'>>;
}

/** Reads the state of a line in a run by its id and the task it leads to. */
export function toEdgeState(run: LineView, edgeId: string, to: string | null): EdgeState {
  const isTaken = (run.edges.get(edgeId) ?? 0) > 0;
  if (!isTaken) return run.status === 'running' ? 'idle' : 'faded';
  const status = to === null ? undefined : run.tasks.get(to)?.status;
  const goesOn = status === 'pending' || status === 'running' || status === 'waiting' || status === 'retrying';
  return goesOn && run.status === 'running' ? 'live' : 'taken';
}

type Painted = NonNullable<SessionState['run']['painted']>;

/** What is painted of a proof on a task or a line of the file on screen; undefined: nothing. */
export function usePainted<Kind extends 'tasks' | 'edges'>(
  kind: Kind,
  id: string,
): ReturnType<Painted[Kind]['get']> | undefined {
  return useSession(({ run: { painted }, document: { activePath, workspace } }) =>
    painted !== null && painted.path === activePath && workspace.files.get(painted.path) === painted.source
      ? (painted[kind].get(id) as ReturnType<Painted[Kind]['get']>)
      : undefined,
  );
}
