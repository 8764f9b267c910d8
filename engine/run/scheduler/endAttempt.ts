import type { Json } from '../../base/index.ts';
import { traitsOf } from '../../model/index.ts';
import { runError } from '../contract/errors.ts';
import { pauseAtEdge } from '../debugger/breakpoints.ts';
import { holdFailure } from '../debugger/failures.ts';
import { durationOf, planError, planSuccess } from '../evaluate/planTransitions.ts';
import { delayBefore, findPolicy, floorBefore } from '../evaluate/retry.ts';
import { startTimer } from '../requests/calls.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { emit, emitEdge, emitFired, emitSucceeded, refOf } from '../state/emit.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Choice, Plan } from '../state/Plan.ts';
import type { Failure, HeldFailure, Run } from '../state/Run.ts';
import { nextRandom } from '../state/random.ts';
import { arrive, releaseJoins } from './admission.ts';
import { cancelScope, failScope, stopActivation } from './cancel.ts';
import { callTaskComplete, countSettled } from './containers.ts';
import { leaveScope } from './lanes.ts';
import { endRun } from './results.ts';

/** Ends an attempt with a result: the activation succeeds, unless the data it passes on cannot be evaluated. */
export function succeed(
  run: Run,
  activation: Activation,
  result: { readonly output: Json; readonly choice?: Choice },
): void {
  stopActivation(run, activation);
  activation.body = null;
  activation.output = result.output;
  activation.error = null;
  activation.status = 'success';
  const plan = planSuccess(run, activation, result.choice ?? null);
  if (!plan.ok) {
    activation.output = null;
    fail(run, activation, { error: plan.error });
    return;
  }
  end(run, activation);
  emitSuccess(run, activation);
  follow(run, activation, plan.value);
}

function emitSuccess(run: Run, activation: Activation): void {
  const duration = durationOf(run, activation);
  const { attempt, output, simulated, pinned } = activation;
  if (pinned === null) {
    emitSucceeded(run, activation, duration);
  } else {
    const retryCount = attempt - 1;
    emit(run, { type: 'task.succeeded', ...refOf(activation), output, duration, retryCount, simulated, pinned });
  }
}

/** Ends an attempt with an error: it is retried where its policy says so, else the activation fails. The run may pause for it first. */
export function fail(run: Run, activation: Activation, failure: Failure): void {
  const partial = closeAttempt(run, activation);
  activation.error = failure.error;
  // The policy belongs to an activation that is still under way, and so reads the round before it (format.md 6).
  activation.status = isBefore(run, '0.2') ? 'error' : 'running';
  const closed = { ...failure, output: failure.output ?? partial };
  if (!holdFailure(run, { activation, failure: closed, isFinal: false })) retryOrSettle(run, activation, closed);
}

function retryOrSettle(run: Run, activation: Activation, failure: Failure): void {
  const policy = findPolicy(run, activation, failure.error);
  if (!policy.ok) {
    settleError(run, activation, {
      error: policy.error,
      ...(failure.output === undefined ? {} : { output: failure.output }),
    });
    return;
  }
  const retries = activation.attempt - 1;
  if (policy.value === null || retries >= policy.value.attempts) {
    settleError(run, activation, failure);
    return;
  }
  const delay = delayBefore(retries + 1, policy.value, {
    random: () => nextRandom(run),
    retryAfter: failure.retryAfter ?? null,
    floor: isBefore(run, '0.2') ? 0 : floorBefore(retries + 1),
  });
  const until = run.now + delay;
  activation.status = 'retrying';
  const { error } = failure;
  emit(run, {
    type: 'task.retrying',
    ...refOf(activation),
    attempt: activation.attempt + 1,
    attempts: policy.value.attempts + 1,
    delay,
    until,
    error,
  });
  startTimer(run, activation, {
    name: 'retry',
    at: until,
    continuation: { kind: 'attempt.start', activation },
  });
}

/** Fails an activation without a retry, whatever its policy. */
export function failFinally(run: Run, activation: Activation, failure: Failure): void {
  const partial = closeAttempt(run, activation);
  activation.error = failure.error;
  const closed = { ...failure, output: failure.output ?? partial };
  if (!holdFailure(run, { activation, failure: closed, isFinal: true })) settleError(run, activation, closed);
}

/** Continues a failure that was held, as if it had not been. */
export function followFailure(run: Run, { activation, failure, isFinal }: HeldFailure): void {
  if (isFinal) settleError(run, activation, failure);
  else retryOrSettle(run, activation, failure);
}

/** Stops what an attempt has in flight; returns the output of a container so far. */
function closeAttempt(run: Run, activation: Activation): Json {
  stopActivation(run, activation);
  const partial = run.machine.closeBody(activation);
  activation.body = null;
  return partial;
}

function settleError(run: Run, activation: Activation, failure: Failure): void {
  activation.error = failure.error;
  activation.status = 'error';
  activation.output = failure.output ?? null;
  const planned = planError(run, activation, { error: failure.error, choice: failure.choice ?? null });
  end(run, activation);
  // A handler whose data cannot be evaluated handles nothing: that failure is the error now.
  const error = planned.ok ? failure.error : planned.error;
  const plan = planned.ok ? planned.value : { fired: [], moves: [], isHandled: false };
  activation.error = error;
  const { attempt, output, pinned } = activation;
  const retryCount = Math.max(0, attempt - 1);
  emit(run, {
    type: 'task.failed',
    ...refOf(activation),
    error,
    output,
    duration: durationOf(run, activation),
    retryCount,
    ...(pinned === null ? {} : { pinned }),
  });
  follow(run, activation, plan);
}

function end(run: Run, activation: Activation): void {
  activation.phase = 'settled';
  activation.endedAt = run.now;
  activation.lane.ended = activation;
  const container = activation.scope.container;
  if (activation.simulated && container !== null) container.simulated = true;
}

/** Fires the handlers and takes the edges, after `on_task_complete` of the container where there is one. */
function follow(run: Run, activation: Activation, plan: Plan): void {
  const { scope } = activation;
  if (activation.program.id === run.controls.until) {
    endAt(run, activation);
    return;
  }
  if (scope.owner.kind === 'sequence') {
    countSettled(run, activation, isUnhandled(activation, plan));
    if (callTaskComplete(run, activation, plan)) return;
  }
  proceed(run, activation, plan);
}

/** Follows a plan once `on_task_complete` has returned, unless another branch has failed the scope meanwhile. */
export function followLater(
  run: Run,
  { activation, plan, failures }: Extract<Continuation, { readonly kind: 'task.follow' }>,
): void {
  if (activation.scope.failures === failures) proceed(run, activation, plan);
  else leave(run, activation);
}

function isUnhandled({ error }: Activation, plan: Plan): boolean {
  return error !== null && !plan.isHandled;
}

function proceed(run: Run, activation: Activation, plan: Plan): void {
  const { scope } = activation;
  fireHandlers(run, activation, plan);
  if (isUnhandled(activation, plan) && activation.error !== null && !scope.continuesOnError) {
    failScope(run, scope, { taskId: activation.program.id, error: activation.error });
  }
  const hasLed = takeMoves(run, activation, plan);
  if (scope.container === null && !hasLed && !isUnhandled(activation, plan) && !activation.hasForked)
    noteTerminal(run, activation);
  leave(run, activation);
}

function leave(run: Run, activation: Activation): void {
  leaveScope(run, activation);
  releaseJoins(run, activation.scope);
}

/** The run was to end here: what else is in flight is cancelled, and nothing comes next. */
function endAt(run: Run, { output, error }: Activation): void {
  if (run.top !== null) cancelScope(run, run.top);
  endRun(run, error === null ? { status: 'success', output, error } : { status: 'error', output: null, error });
}

function fireHandlers(run: Run, activation: Activation, plan: Plan): void {
  for (const fired of plan.fired) emitFired(run, activation, fired);
}

/** Takes a plan's edges in order; true when one of them leads to a task. */
function takeMoves(run: Run, activation: Activation, plan: Plan): boolean {
  const { scope } = activation;
  const { failures } = scope;
  let hasLed = false;
  for (const move of plan.moves) {
    const { target, arrival } = move;
    emitEdge(run, activation, move);
    pauseAtEdge(run, activation, move);
    if (target === 'end' && !scope.level.tasks.has('end')) continue;
    hasLed = true;
    if (arrival === null) continue;
    arrive(run, activation, { target, arrival });
    // Past a limit, or at a target that is not there, the scope has failed: nothing more may begin in it.
    if (scope.failures > failures) break;
  }
  return hasLed;
}

/** Fires `on_start` with its plan: a branch next to the task's own. */
export function fork(run: Run, activation: Activation, plan: Plan): void {
  fireHandlers(run, activation, plan);
  if (takeMoves(run, activation, plan)) activation.hasForked = true;
}

/** A decision that ends is part of the result only where nothing else is: it says which way was taken, not what came of it. */
function noteTerminal(run: Run, { program: { id }, scope, output }: Activation): void {
  const { terminals } = run;
  const decides = (task: string) => traitsOf(scope.level.tasks.get(task)?.task.type ?? '').hasRoutes;
  const [first = id] = terminals.keys();
  if (decides(first) !== decides(id) && !isBefore(run, '0.3')) {
    if (decides(id)) return;
    terminals.clear();
    run.terminalCount = 0;
  }
  terminals.set(id, output);
  run.terminalCount += 1;
}

/** The failure of an attempt that took too long (format.md 6). */
export function timeoutFailure(activation: Activation, timeout: number): Failure {
  const message = `Task "${activation.program.id}" did not finish within ${timeout} ms.`;
  return { error: runError('TIMEOUT_ERROR', 'task.timeout', message, { timeout }) };
}
