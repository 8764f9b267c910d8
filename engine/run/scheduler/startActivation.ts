import { err, type Json, type Ok, ok, type Result, toJson } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { mismatchError } from '../contract/mismatch.ts';
import type { Pin } from '../contract/RunPlan.ts';
import { hold, isHolding } from '../debugger/controls.ts';
import { findPin, keepUseError, keepUseResult } from '../debugger/pins.ts';
import { frameOf, readDuration, readSetting } from '../evaluate/evaluate.ts';
import { buildInput } from '../evaluate/inputs.ts';
import { planStart } from '../evaluate/planTransitions.ts';
import { mustReadMemories, readMemories } from '../memory/memoryTool.ts';
import { startTimer } from '../requests/calls.ts';
import type { Activation } from '../state/Activation.ts';
import { emitAttempt, emitStarted, warn } from '../state/emit.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Failure, Run } from '../state/Run.ts';
import { releaseJoins } from './admission.ts';
import { callTaskStart } from './containers.ts';
import { fail, failFinally, fork, succeed } from './endAttempt.ts';

/** Begins a queued activation, after the memories that expressions read and `on_task_start` of its container. */
export function startActivation(run: Run, activation: Activation): void {
  if (activation.phase !== 'queued') return;
  if (mustReadMemories(run)) readMemories(run, activation);
  else if (!callTaskStart(run, activation)) begin(run, activation);
}

/** As {@link startActivation}, for one that waited: the run may be paused since. */
export function startUnlessHeld(run: Run, activation: Activation): void {
  if (isHolding(run)) hold(run, activation, { kind: 'task.start', activation });
  else startActivation(run, activation);
}

/** Begins an activation after `on_task_start`: the run may be paused since, or the activation cancelled. */
export function beginUnlessHeld(run: Run, activation: Activation): void {
  if (isHolding(run)) hold(run, activation, { kind: 'task.begin', activation });
  else if (activation.phase === 'queued') begin(run, activation);
}

function begin(run: Run, activation: Activation): void {
  activation.phase = 'running';
  activation.isKnown = true;
  activation.status = 'running';
  activation.startedAt = run.now;
  const checked = takeInput(run, activation);
  emitStarted(run, activation);
  beginWith(run, activation, checked);
}

/** Begins an activation once more whose input could not be taken, or whose `on_start` failed. */
export function beginAgain(run: Run, activation: Activation, checked: InputResult): void {
  activation.status = 'running';
  beginWith(run, activation, checked);
}

/** The input of an activation, or why it has none; `where` is what is wrong. */
type InputResult = Result<Json, Failure & { readonly where: 'with' | 'schema.input' }>;

/** Builds an activation's input, and holds it against its schema. */
export function takeInput(run: Run, activation: Activation): InputResult {
  const built = isBefore(run, '0.2') ? buildFirst(run, activation) : build(run, activation);
  if (!built.ok) {
    activation.input = null;
    return err({ error: built.error, where: 'with' });
  }
  const checked = checkInput(run, activation, built);
  activation.input = checked.ok ? checked.value : built.value;
  return checked;
}

function beginWith(run: Run, activation: Activation, checked: InputResult): void {
  const isDisabled = activation.program.isDisabled && !isBefore(run, '0.2');
  const pin = isDisabled ? undefined : findPin(run, activation);
  // Nothing has run yet, so there is nothing to retry.
  if (!checked.ok && isDisabled) {
    const { code, message } = checked.error.error;
    warn(run, activation, { code, message, path: checked.error.where });
  } else if (!checked.ok && pin === undefined) {
    failFinally(run, activation, checked.error);
    return;
  }
  const plan = planStart(run, activation);
  if (plan !== null && !plan.ok) {
    failFinally(run, activation, plan);
    return;
  }
  if (plan !== null) fork(run, activation, plan.value);
  // The fork may have failed the scope, past a limit, and so cancelled this activation too.
  if (isSettled(activation)) releaseJoins(run, activation.scope);
  else if (isDisabled) passOn(run, activation);
  else if (pin === undefined) startAttempt(run, activation);
  else settlePinned(run, activation, pin);
}

/** From here on `tasks.<id>` is this activation, also in its own `with`; its output is the last one, as a loop's counter needs it. */
function build(run: Run, activation: Activation): Result<Json, RunError> {
  const { program, scope, given } = activation;
  scope.store.tasks.set(program.number, activation);
  if (program.isOneOperation) activation.roots.set('operation_id', program.id);
  return given === null ? buildInput(run, activation) : ok(given.value);
}

/** As {@link build} in version 0.1: a task's own `with` saw all of the activation before. */
function buildFirst(run: Run, activation: Activation): Result<Json, RunError> {
  const built = activation.given === null ? buildInput(run, activation) : ok(activation.given.value);
  activation.scope.store.tasks.set(activation.program.number, activation);
  return built;
}

/** The seed's `schema.input`: defaults are filled in, nothing is coerced (format.md 2). */
function checkInput(run: Run, activation: Activation, built: Ok<Json>): InputResult {
  const { inputSchema } = activation.program;
  if (inputSchema === null) return built;
  const { value: input } = built;
  const { value, errors } = validateJson(toJson(inputSchema), input, { fillDefaults: true });
  if (errors.length === 0) return ok(value);
  const { task } = activation;
  const error = mismatchError(errors, { type: 'task.input', what: `The input of "${task.id}"` });
  const choice = run.machine.chooseForInput(run, activation, { errors, value: input });
  return err({ error, choice, where: 'schema.input' });
}

/** Runs an activation's next attempt; nothing happens for one that was settled meanwhile. */
export function startAttempt(run: Run, activation: Activation): void {
  if (activation.phase !== 'running') return;
  activation.attempt += 1;
  activation.step = 0;
  activation.status = 'running';
  activation.output = null;
  activation.error = null;
  emitAttempt(run, activation);
  const timeout = readTimeout(run, activation);
  if (!timeout.ok) {
    fail(run, activation, timeout);
    return;
  }
  if (timeout.value !== null) {
    const limit = timeout.value;
    startTimer(run, activation, {
      name: 'timeout',
      isDeadline: true,
      at: run.now + limit,
      continuation: { kind: 'attempt.timeout', activation, limit },
    });
  }
  run.machine.runTask(run, activation);
}

function readTimeout(run: Run, activation: Activation): Result<number | null, RunError> {
  const { timeout } = activation.program;
  if (timeout === null) return NO_TIMEOUT;
  return readSetting(run, frameOf(run, activation), { setting: timeout, read: readDuration, where: 'config.timeout' });
}

const NO_TIMEOUT: Result<null, RunError> = ok(null);

function isSettled(activation: Activation): boolean {
  return activation.phase === 'settled';
}

/** What a decision takes that decides nothing: its `default`, else what follows a condition that is not met. */
const NO_ROUTE = { route: 'default' };

/**
 * Ends an activation of a disabled task (format.md 1): its output is its input, nothing in it runs and nothing is called. What
 * follows is what follows a success.
 */
function passOn(run: Run, activation: Activation): void {
  activation.attempt = 1;
  const { input: output } = activation;
  const choice = run.machine.chooseForOutput(run, activation, NO_ROUTE);
  succeed(run, activation, choice === null ? { output } : { output, choice });
}

/** Ends an activation with its pin: nothing is called and nothing is retried; handlers and routes follow as usual. */
function settlePinned(run: Run, activation: Activation, pin: Pin): void {
  activation.pinned = pin.kind;
  activation.attempt = 1;
  if ('error' in pin) {
    keepUseError(run, activation, pin.error);
    failFinally(run, activation, { error: pin.error, choice: run.machine.chooseForError(run, activation, pin.error) });
    return;
  }
  keepUseResult(run, activation, pin);
  const choice = run.machine.chooseForOutput(run, activation, pin.output);
  succeed(run, activation, choice === null ? { output: pin.output } : { output: pin.output, choice });
}
