import { configOf } from '../../model/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import { asksAgain } from '../debugger/standstill.ts';
import { findHandler } from '../program/TaskProgram.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { emit, refOf, warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import type { SkippedWait } from '../trace/RunEvent.ts';
import { fireTimer } from './calls.ts';

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

/**
 * Makes due at once what a step waits for: its next attempt, the end of a delay, the next check of a condition, the deadline of
 * a signal. A warning where the step waits for no time, or the run is paused and nothing is to begin.
 */
export function skipWait(run: Run, { activation: id }: Extract<RunInput, { readonly type: 'wait.skipped' }>): void {
  const due = run.controls.paused === null ? findDue(run, id) : null;
  if (due === null) {
    const reason = run.controls.paused === null ? 'it waits for no time, or no longer' : 'the run is paused';
    const message = `The wait of step ${id} was not skipped: ${reason}.`;
    warn(run, null, { code: 'WAIT_NOT_SKIPPED', message, path: null });
    return;
  }
  const { activation, timer, what } = due;
  emit(run, { type: 'wait.skipped', ...refOf(activation), what });
  // The checks after this one keep their distance from it.
  if (what === 'check' && activation.body?.kind === 'wait') activation.body.dueAt = run.now;
  run.effects.push({ type: 'timer.cancel', id: timer });
  fireTimer(run, timer);
}

interface Due {
  readonly activation: Activation;
  /** Id of the timer. */
  readonly timer: string;
  readonly what: SkippedWait;
}

/** What a step waits for next by the clock; null: nothing, or it is at work. */
function findDue(run: Run, id: number): Due | null {
  let found: Due | null = null;
  for (const [timer, { activation, continuation }] of run.timers) {
    if (activation.id !== id) continue;
    const what = nameWait(activation, continuation.kind);
    // A wait has a deadline besides its checks, of which the next one comes first.
    if (what !== null && found?.what !== 'check') found = { activation, timer, what };
  }
  return found;
}

function nameWait(activation: Activation, kind: Continuation['kind']): SkippedWait | null {
  const { body } = activation;
  if (kind === 'attempt.start') return 'retry';
  if (body?.kind !== 'wait' || body.isChecking) return null;
  const probes = asksAgain(activation);
  if (kind === 'wait.check') return probes ? 'check' : null;
  if (kind !== 'wait.deadline') return null;
  return probes || body.options.signal !== null ? 'deadline' : 'delay';
}
