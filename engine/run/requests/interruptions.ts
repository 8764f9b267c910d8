import type { RepeatReason, RunInput } from '../contract/RunInput.ts';
import { emit, refOf } from '../state/emit.ts';
import type { PendingCall, Run } from '../state/Run.ts';

/** The intent of a call with consequences is recorded: it is made now. */
export function markSent(run: Run, key: string): void {
  change(run, key, { sentAt: run.now });
}

/** Records that a host continues a run, and what was under way in it. It changes no task. */
export function interrupt(run: Run, { since, cause }: Extract<RunInput, { readonly type: 'run.interrupted' }>): void {
  const calls = [...run.calls].flatMap(([key, { activation, sentAt, isHeld }]) =>
    isHeld === true ? [] : { ...refOf(activation), key, hasConsequences: sentAt !== undefined },
  );
  emit(run, { type: 'run.interrupted', since, cause, calls });
}

/** Records that a call is made once more; nothing changes for one that no outcome is waited for. */
export function repeatCall(run: Run, key: string, by: RepeatReason): void {
  const pending = run.calls.get(key);
  if (pending === undefined) return;
  if (pending.sentAt !== undefined) markSent(run, key);
  emit(run, { type: 'effect.repeated', ...refOf(pending.activation), key, by });
}

/** When a pending call with consequences was made last, in ms since the epoch; undefined before its intent was recorded. */
export function sentAt(run: Run, key: string): number | undefined {
  return run.calls.get(key)?.sentAt;
}

/** Why a run is paused; null while it is not. */
export function pauseReason({ controls }: Run): NonNullable<Run['controls']['paused']>['reason'] | null {
  return controls.paused?.reason ?? null;
}

function change(run: Run, key: string, fields: Pick<PendingCall, 'sentAt'>): void {
  const pending = run.calls.get(key);
  if (pending !== undefined) run.calls.set(key, { ...pending, ...fields });
}
