import { assertNever } from '../base/index.ts';
import { enterScope } from './arrivals.ts';
import { completeCall, fireTimer } from './calls.ts';
import { cancelScope } from './cancel.ts';
import { createScope } from './createScope.ts';
import type { Effect } from './Effect.ts';
import { emit } from './emit.ts';
import { runError } from './errors.ts';
import { prepareInput, startOf } from './inputs.ts';
import type { Job, Run } from './Run.ts';
import type { RunEvent } from './RunEvent.ts';
import type { RunInput, RunStarted } from './RunInput.ts';
import { createRandom } from './random.ts';
import { cancelledError, endRun, finishRun } from './results.ts';
import { receiveSignal } from './signals.ts';
import { startActivation, startAttempt } from './startActivation.ts';
import { createStore } from './stores.ts';

/** Steps taken for one input, so that the host hears Stop also in an endless loop. */
const MOST_STEPS = 256;

/** What one input led to. */
export interface Advance {
  /** What happened, in order. */
  readonly events: readonly RunEvent[];
  /** What the host must do now, in order. */
  readonly effects: readonly Effect[];
  /** True when there is more to do at once: feed `run.continued`. */
  readonly more: boolean;
  readonly isFinished: boolean;
}

/**
 * Feeds a run one journaled input. Deterministic: the same inputs give the same events and effects, byte for byte. Takes
 * at most 256 steps (starts of activations, attempts, items), then answers `more`. An input that nothing waits for, or
 * that comes after the end, changes nothing. O(1) in the length of the run.
 */
export function advance(run: Run, input: RunInput): Advance {
  run.events = [];
  run.effects = [];
  if (!run.isFinished) {
    run.now = Math.max(run.now, input.at);
    take(run, input);
    work(run);
  }
  const { events, effects, isFinished } = run;
  return { events, effects, more: !isFinished && run.ready.size > 0, isFinished };
}

function take(run: Run, input: RunInput): void {
  switch (input.type) {
    case 'run.started':
      if (run.started === null) start(run, input);
      return;
    case 'run.continued':
    case 'effect.started':
      return;
    case 'effect.completed':
      completeCall(run, input.key, input.outcome);
      return;
    case 'timer.fired':
      fireTimer(run, input.id);
      return;
    case 'signal.received':
      receiveSignal(run, input.name, input.payload);
      return;
    case 'run.cancelled':
      if (run.top !== null) cancelScope(run, run.top);
      endRun(run, { status: 'cancelled', output: null, error: cancelledError() });
      return;
    default:
      assertNever(input);
  }
}

function start(run: Run, input: RunStarted): void {
  const { workflow } = run.program;
  run.started = input;
  run.random = createRandom(input.seed);
  const prepared = prepareInput(workflow, input.input);
  run.input = prepared.ok ? prepared.value : input.input;
  emit(run, { type: 'run.started', runId: input.runId, input: run.input, simulate: input.simulate });
  const first = startOf(workflow);
  if (!prepared.ok) {
    endRun(run, { status: 'error', output: null, error: prepared.error });
    return;
  }
  if (first === null) {
    const error = runError('CONFIGURATION_ERROR', 'run.tasks', 'There are no tasks, so there is nothing to run.');
    endRun(run, { status: 'error', output: null, error });
    return;
  }
  run.top = createScope({
    container: null,
    level: run.program.top,
    store: createStore(null),
    owner: { continuesOnError: false, onEnd: (scope) => finishRun(run, scope) },
  });
  enterScope(run, run.top, [{ target: first, arrival: { with: {}, event: null, error: null } }]);
}

function work(run: Run): void {
  for (let steps = 0; steps < MOST_STEPS && !run.isFinished; ) {
    const job = run.ready.shift();
    if (job === undefined) return;
    // What was cancelled while it waited costs no step.
    if (job.activation.phase === 'settled') continue;
    steps += 1;
    perform(run, job);
  }
}

function perform(run: Run, { activation, work }: Job): void {
  if (work === 'start') startActivation(run, activation);
  else if (work === 'attempt') startAttempt(run, activation);
  else work();
}
