import type { RunInput } from '../contract/RunInput.ts';
import { asksAgain } from '../debugger/standstill.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { emit, refOf, warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import type { SkippedWait } from '../trace/RunEvent.ts';
import { fireTimer } from './calls.ts';

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
