import type { FailureAnswer, RunInput } from '../contract/RunInput.ts';
import { planError } from '../evaluate/planTransitions.ts';
import { findPolicy } from '../evaluate/retry.ts';
import { findHandler } from '../program/TaskProgram.ts';
import type { Activation, Scope } from '../state/Activation.ts';
import { pause, refOf, warn } from '../state/emit.ts';
import type { HeldFailure, Run } from '../state/Run.ts';

/**
 * Holds the failure of an attempt where the run pauses on it; true when it does. It is neither retried nor handled before it
 * is answered. What fails because of a failure inside of it was asked about there.
 */
export function holdFailure(run: Run, held: HeldFailure): boolean {
  const { controls } = run;
  const { activation, failure } = held;
  if (controls.errorPause === 'off' || failure.isFromInside === true || activation.pinned !== null) return false;
  if (controls.errorPause === 'unhandled' && isHandled(run, held)) return false;
  activation.status = 'running';
  controls.failures.push(held);
  if (controls.paused === null || controls.paused.reason === 'step') stopAtFailure(run);
  return true;
}

/** Pauses the run for the first failure that is held; nothing where there is none. */
export function stopAtFailure(run: Run): void {
  const { controls } = run;
  const first = firstFailure(run);
  if (first === null) return;
  const { activation, failure } = first;
  const failed = { ...refOf(activation), error: failure.error, attempt: activation.attempt };
  controls.paused = null;
  controls.hasStep = false;
  pause(run, { reason: 'error', breakpoint: null, failed });
}

/** Takes the failure that the run is paused for; null where it is paused for something else. */
export function takePausedFailure(run: Run): HeldFailure | null {
  const { paused, failures } = run.controls;
  const first = paused?.reason === 'error' ? firstFailure(run) : null;
  if (first === null || first.activation.id !== paused?.failed?.activation) return null;
  failures.shift();
  return first;
}

/** Takes the failure that an answer is about, whether or not the run is paused for it; null and a warning where there is none. */
export function takeFailure(
  run: Run,
  { activation: id }: Extract<RunInput, { readonly type: 'failure.answered' }>,
): HeldFailure | null {
  const { failures } = run.controls;
  let found: HeldFailure | null = null;
  for (let left = failures.size; left > 0; left -= 1) {
    const held = failures.shift();
    if (held === undefined || isGone(held)) continue;
    if (held.activation.id === id) found = held;
    else failures.push(held);
  }
  if (found === null) {
    const message = `The failure of step ${id} was not answered: it is not held, or is over.`;
    warn(run, null, { code: 'FAILURE_NOT_ANSWERED', message, path: null });
  }
  return found;
}

/** The answer of a person who resumes the run, or makes a step. */
export const AS_ERROR: FailureAnswer = { as: 'error' };

function firstFailure({ controls: { failures } }: Run): HeldFailure | null {
  for (let held = failures.peek(); held !== undefined; held = failures.peek()) {
    if (!isGone(held)) return held;
    failures.shift();
  }
  return null;
}

/** Whether it was cancelled with what is around it. */
function isGone({ activation }: HeldFailure): boolean {
  return activation.phase === 'settled';
}

/** Whether the task is retried, or the workflow takes care of its failure, there or around it. Changes nothing of the run. */
function isHandled(run: Run, { activation, failure, isFinal }: HeldFailure): boolean {
  const { random } = run;
  const { roots, status, output } = activation;
  // A route of `on_error` keeps its value there.
  activation.roots = new Map(roots);
  const policy = isFinal ? null : findPolicy(run, activation, failure.error);
  const isRetried = policy?.ok === true && policy.value !== null && activation.attempt <= policy.value.attempts;
  activation.status = 'error';
  activation.output = failure.output ?? null;
  const plan = isRetried ? null : planError(run, activation, { error: failure.error, choice: failure.choice ?? null });
  activation.roots = roots;
  activation.status = status;
  activation.output = output;
  run.random = random;
  return isRetried || (plan?.ok === true && plan.value.isHandled) || isCaught(activation.scope);
}

/** Whether a task that fails in a scope leaves what is around it continuing, or has it handled there. */
function isCaught({ continuesOnError, owner, container }: Scope): boolean {
  if (continuesOnError || owner.kind === 'hook') return true;
  if (owner.kind === 'sequence' && owner.slot?.batch.body.options.continueOnError === true) return true;
  return container !== null && (catches(container) || isCaught(container.scope));
}

function catches({ task }: Activation): boolean {
  const handler = findHandler(task, 'on_error');
  return (
    task.retry !== null ||
    (handler !== undefined && (handler.next.length > 0 || handler.routes !== null || handler.retry !== null))
  );
}
