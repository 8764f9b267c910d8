import { configOf } from '../../model/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import { findHandler } from '../program/TaskProgram.ts';
import { emit, refOf } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';

/** Tells that time passed at once, and of which step the wait is over with it. */
export function passTime(run: Run, { id, by }: Extract<RunInput, { readonly type: 'time.passed' }>): void {
  const timer = id === null ? undefined : run.timers.get(id);
  emit(run, { type: 'time.passed', by, step: timer === undefined ? null : refOf(timer.activation) });
}

/** Whether time may pass at once in a run: a person wants it, and it is neither paused nor over. What is under way is for the host to say. */
export function passesTime({ controls, isFinished }: Run): boolean {
  return controls.hasVirtualTime && controls.paused === null && !isFinished;
}

/** What a timer is for a wait that a person may end by a signal; null: it is of something else, or not set. */
export function timerOfSignal({ timers }: Run, id: string): 'deadline' | 'check' | null {
  const timer = timers.get(id);
  const body = timer?.activation.body;
  if (timer === undefined || body?.kind !== 'wait' || body.options.signal === null) return null;
  const { kind } = timer.continuation;
  return kind === 'wait.deadline' ? 'deadline' : kind === 'wait.check' ? 'check' : null;
}

/** So many checks of one wait are made one by one, though none of them can change anything. */
const FEW_CHECKS = 100;

/**
 * Whether a timer is for one of many checks that cannot change anything: those of a delay, and of a wait for a signal, which is looked at as it
 * comes, where nothing is told of checks (`on_check`) and they are not limited. A clock that goes past them misses them, as a late one does
 * (format.md 5): fewer are counted, and all else is as it was.
 */
export function isIdleCheck({ timers, now }: Run, id: string): boolean {
  const { activation, continuation } = timers.get(id) ?? {};
  if (activation?.body?.kind !== 'wait' || continuation?.kind !== 'wait.check') return false;
  const { body, task } = activation;
  const { signal, maxChecks, interval, timeout } = body.options;
  const isBlind = task.use === null && (signal !== null || configOf(task).condition == null);
  if (!isBlind || maxChecks !== null || findHandler(task, 'on_check') !== undefined) return false;
  return body.startedAt + timeout - now > FEW_CHECKS * interval;
}
