import type { RunInputDraft, TrackedRun } from '../../driver/index.ts';
import { addBudget, type Budget, pausedFor, type Run, type UsageView } from '../../run/index.ts';
import type { Variable } from '../RunRequest.ts';
import { type ChildRequest, childRunId } from './ChildRequest.ts';
import { type HostedRun, isShownFirst, pauseFor, pauseUnder, runsByItself } from './HostedRun.ts';
import type { ChildContext, OpenedChild } from './prepareChild.ts';

/** What a run tells the one that started it. */
export interface Upward {
  readonly report: (usage: UsageView | undefined) => void;
  readonly spent: () => void;
  /** No one decides about calls of it that were cut off. */
  readonly undecided: () => void;
  /** It, which is `run`, has stopped by itself, or a run below it has. */
  readonly stopped: (run: Run) => void;
  /** It continues, without having been resumed by the run around it. */
  readonly goesOn: () => void;
  readonly wake: () => void;
}

/** What a run that another one started is given by it. */
export interface Inside {
  readonly up: Upward;
  readonly variables: readonly Variable[];
}

/** What is shared by an outermost run and all runs below it. */
export interface Family<Children> {
  readonly context: ChildContext<Children>;
  /** What is left of the outermost run's budget. */
  readonly left: () => Budget;
  /** How many runs were started. */
  count: number;
}

/** A call of `core:workflow` under way. */
export interface WorkflowCall extends Pick<ChildRequest, 'file' | 'key'> {
  readonly signal: AbortSignal;
}

/** What a run that is not paused is fed: nothing where its budget is what is left, as in one that has just begun. */
export function renewBudget({ run }: TrackedRun, left: Budget): readonly RunInputDraft[] {
  const budget = addBudget(run, left);
  const isSame = budget.tokens === run.budget.tokens && budget.cost === run.budget.cost;
  return isSame ? [] : [{ type: 'run.resumed', budget }];
}

/** Resumes a run with what is left of the outermost run's budget next to what it has used. */
export function toResumed({ run }: TrackedRun, left: Budget): RunInputDraft {
  return { type: 'run.resumed', budget: addBudget(run, left) };
}

/** What the run of a call tells the one that made it, and those around that, as long as the call is not aborted. */
export function upwardOf(
  { file, key, signal }: WorkflowCall,
  { self, up }: { readonly self: () => HostedRun | null; readonly up: Upward | null },
): Upward {
  const runId = childRunId(key);
  const receive = (input: RunInputDraft): void => {
    if (!signal.aborted) self()?.receive(input);
  };
  return {
    report: (usage) => {
      const child = { runId, file, ...(usage === undefined ? {} : { usage }) };
      receive({ type: 'child.reported', key, child });
    },
    // Its budget is what was left of the outermost run's: where it may use no more, none of them may.
    spent: () => receive({ type: 'run.paused', reason: 'budget' }),
    stopped: (run) => receive(pauseFor(runId, run)),
    goesOn: () => {
      const around = self();
      if (around !== null && pausedFor(around.tracked.run) === runId) receive({ type: 'run.resumed' });
    },
    undecided: () => {
      receive({ type: 'run.paused', reason: 'interrupted' });
      up?.undecided();
    },
    wake: () => self()?.wake(),
  };
}

/** The run around one that is opened. */
interface Around {
  readonly run: Run;
  readonly isPaused: boolean;
  /** It was resumed while it was paused for the run that is opened. */
  readonly isResumed: boolean;
  /** What is left of the outermost run's budget. */
  readonly left: Budget;
}

/** How a run that is opened comes to agree with the one around it. */
interface Agreement {
  readonly inputs: readonly RunInputDraft[];
  /** True: it is resumed by them. */
  readonly isResuming: boolean;
  /** True: it has stopped, and whether the run around it was resumed after that is not known: it asks again. */
  readonly asks: boolean;
}

/** What a run that is opened has to be fed, so that it is paused where the one around it is, and only there. */
export function agree(
  { view, tracked }: Pick<OpenedChild<unknown>, 'view' | 'tracked'>,
  { run, isPaused, isResumed, left }: Around,
): Agreement {
  const runs = runsByItself({ view });
  const none = { inputs: [], isResuming: false, asks: false };
  if (isPaused) return runs ? { ...none, inputs: [pauseUnder(run)] } : none;
  if (runs) return { ...none, inputs: renewBudget(tracked, left) };
  if (isShownFirst(view) && !isResumed) return { ...none, asks: true };
  return { ...none, inputs: [toResumed(tracked, left)], isResuming: true };
}
