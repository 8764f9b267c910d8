import type { RunError } from '../contract/Effect.ts';
import { stopCalls } from '../requests/calls.ts';
import { stopListening } from '../requests/signals.ts';
import type { Activation, Scope } from '../state/Activation.ts';
import { emit, refOf } from '../state/emit.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import { leaveScope, unhold } from './lanes.ts';

/** Marks a scope as failed and cancels what is live in it; what comes after still runs. The first error is that of the scope. */
export function failScope(
  run: Run,
  scope: Scope,
  failure: { readonly taskId: string; readonly error: RunError },
): void {
  if (scope.failure !== null && isBefore(run, '0.2')) return;
  scope.failure ??= failure;
  scope.failures += 1;
  for (const activation of scope.active) if (activation.phase !== 'settled') cancelActivation(run, activation);
}

/** Cancels everything in a scope; nothing is resumed by it. */
export function cancelScope(run: Run, scope: Scope): void {
  if (scope.isEnded) return;
  scope.isEnded = true;
  scope.container?.scopes.delete(scope);
  for (const activation of scope.active) if (activation.phase !== 'settled') cancelActivation(run, activation);
}

function cancelActivation(run: Run, activation: Activation): void {
  const { scope } = activation;
  stopActivation(run, activation);
  run.machine.closeBody(activation);
  activation.status = 'cancelled';
  activation.endedAt = run.now;
  if (activation.phase === 'held') {
    unhold(activation);
    scope.active.delete(activation);
  }
  const isLive = activation.phase !== 'held';
  activation.phase = 'settled';
  if (activation.isKnown) {
    scope.store.tasks.set(activation.program.number, activation);
    activation.lane.ended = activation;
    emit(run, { type: 'task.cancelled', ...refOf(activation), duration: run.now - (activation.startedAt ?? run.now) });
  }
  if (isLive) leaveScope(run, activation);
}

/** Stops what an activation has in flight: calls, timers, scopes. Its own status is left to the caller. */
export function stopActivation(run: Run, activation: Activation): void {
  if (!activation.hasInFlight) return;
  stopCalls(run, activation);
  for (const scope of activation.scopes) cancelScope(run, scope);
  for (const part of activation.parts) {
    stopActivation(run, part);
    activation.parts.delete(part);
  }
  for (const release of activation.releases) {
    if (release.kind === 'held') release.isStopped = true;
    else stopListening(run, release);
  }
  activation.releases.clear();
}
