import { err, type Json, type Ok, ok, type Result, toJson } from '../base/index.ts';
import { validateJson } from '../schema/index.ts';
import { releaseJoins } from './arrivals.ts';
import { startTimer } from './calls.ts';
import { hold, isHolding } from './controls.ts';
import type { RunError } from './Effect.ts';
import { count } from './emit.ts';
import { frameOf } from './evaluate.ts';
import { buildInput, mismatchError } from './inputs.ts';
import { mustReadMemories, readMemories } from './memory/readMemories.ts';
import { findPin, settlePinned } from './pins.ts';
import { planStart } from './plans.ts';
import type { Activation, Run } from './Run.ts';
import { readDuration, readSetting } from './settings.ts';
import { type Failure, fail, failFinally, fork, timeoutFailure } from './settle.ts';
import { toValidationChoice } from './tasks/map.ts';
import { runTask } from './tasks/runTask.ts';

/** Begins a queued activation, once its scope's owner lets it. */
export function startActivation(run: Run, activation: Activation): void {
  if (activation.phase !== 'queued') return;
  if (mustReadMemories(run)) {
    readMemories(run, activation, () => startUnlessHeld(run, activation));
    return;
  }
  const hindrance = activation.scope.owner.onStarting?.(activation) ?? null;
  if (hindrance === null) begin(run, activation);
  else hindrance(() => beginUnlessHeld(run, activation));
}

function startUnlessHeld(run: Run, activation: Activation): void {
  if (isHolding(run)) hold(run, activation, () => startUnlessHeld(run, activation));
  else startActivation(run, activation);
}

/** What was to be done before may have taken its time: the run may be paused since, or the activation cancelled. */
function beginUnlessHeld(run: Run, activation: Activation): void {
  if (isHolding(run)) hold(run, activation, () => beginUnlessHeld(run, activation));
  else if (activation.phase === 'queued') begin(run, activation);
}

function begin(run: Run, activation: Activation): void {
  const { scope } = activation;
  activation.phase = 'running';
  activation.isKnown = true;
  activation.status = 'running';
  activation.startedAt = run.now;
  const built = activation.given === null ? buildInput(run, activation) : ok(activation.given.value);
  // From here on `tasks.<id>` is this activation: its own `with` still sees the one before, as a loop's counter must.
  scope.store.tasks.set(activation.program.number, activation);
  const checked = built.ok ? checkInput(run, activation, built) : err<Failure>({ error: built.error });
  activation.input = checked.ok ? checked.value : built.ok ? built.value : null;
  run.log.addStarted(activation);
  count(run);
  const pin = findPin(run, activation);
  // Nothing has run yet, so there is nothing that another attempt would do again.
  if (!checked.ok && pin === undefined) {
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
  if (isSettled(activation)) releaseJoins(run, scope);
  else if (pin === undefined) startAttempt(run, activation);
  else settlePinned(run, activation, pin);
}

/** The seed's `schema.input`: defaults are filled in, nothing is coerced (format.md 2). */
function checkInput(run: Run, activation: Activation, built: Ok<Json>): Result<Json, Failure> {
  const { inputSchema } = activation.program;
  if (inputSchema === null) return built;
  const { value: input } = built;
  const { value, errors } = validateJson(toJson(inputSchema), input, { fillDefaults: true });
  if (errors.length === 0) return ok(value);
  const { task } = activation;
  const error = mismatchError(errors, { type: 'task.input', what: `The input of "${task.id}"` });
  return err({
    error,
    ...(task.type === 'map' ? { choice: toValidationChoice(run, activation, { errors, value: input }) } : {}),
  });
}

/** Runs an activation's next attempt; nothing happens for one that was settled meanwhile. */
export function startAttempt(run: Run, activation: Activation): void {
  if (activation.phase !== 'running') return;
  activation.attempt += 1;
  activation.step = 0;
  activation.status = 'running';
  activation.output = null;
  activation.error = null;
  run.log.addAttempt(activation);
  count(run);
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
      fired: () => fail(run, activation, timeoutFailure(activation, limit)),
    });
  }
  runTask(run, activation);
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
