import { assertNever } from '../base/index.ts';
import { beginRun } from './beginRun.ts';
import { completeCall, fireTimer } from './calls.ts';
import { cancelScope } from './cancel.ts';
import { announcePause, asStep, resume, setBreakpoint, step, stopsBefore } from './controls.ts';
import type { Effect } from './Effect.ts';
import { EventLog } from './EventLog.ts';
import { editValue } from './editValue.ts';
import { pause } from './emit.ts';
import type { Job, Run } from './Run.ts';
import type { RunEvent } from './RunEvent.ts';
import type { RunInput } from './RunInput.ts';
import { cancelledError, endRun } from './results.ts';
import { receiveSignal } from './signals.ts';
import { startActivation, startAttempt } from './startActivation.ts';

/** Steps taken for one input, so that the host hears Stop also in an endless loop. */
const MOST_STEPS = 256;

/** What one input led to. */
export interface Advance {
  /** What happened, to be kept, or read as `events`. */
  readonly log: EventLog;
  /** What happened, in order; made when first asked for. */
  readonly events: readonly RunEvent[];
  /** What the host must do now, in order. */
  readonly effects: readonly Effect[];
  /** True when there is more to do at once: feed `run.continued`. False while the run is paused. */
  readonly more: boolean;
  readonly isFinished: boolean;
}

class Advanced implements Advance {
  readonly log: EventLog;
  readonly effects: readonly Effect[];
  readonly more: boolean;
  readonly isFinished: boolean;
  private made: readonly RunEvent[] | null = null;

  constructor(run: Run) {
    this.log = run.log;
    this.effects = run.effects;
    this.isFinished = run.isFinished;
    const mayGoOn = run.controls.paused === null || run.controls.hasStep;
    this.more = !run.isFinished && mayGoOn && run.ready.size > 0;
  }

  get events(): readonly RunEvent[] {
    this.made ??= this.log.toArray();
    return this.made;
  }
}

/**
 * Feeds a run one journaled input. Deterministic: the same inputs give the same events and effects, byte for byte. Takes
 * at most 256 steps (starts of activations, attempts, items), then answers `more`. An input that nothing waits for, or
 * that comes after the end, changes nothing. O(1) in the length of the run.
 */
export function advance(run: Run, input: RunInput): Advance {
  if (!run.isFinished) run.now = Math.max(run.now, input.at);
  run.log = new EventLog(run.nextSeq, run.now);
  run.effects = [];
  if (!run.isFinished) {
    take(run, input);
    work(run);
    announcePause(run);
  }
  return new Advanced(run);
}

function take(run: Run, input: RunInput): void {
  switch (input.type) {
    case 'run.started':
      if (run.started === null) beginRun(run, input);
      return;
    case 'run.continued':
    case 'effect.started':
      return;
    case 'effect.completed':
      completeCall(run, input.key, input.outcome);
      return;
    case 'timer.fired':
      if (run.controls.paused === null) fireTimer(run, input.id);
      else run.controls.held.push(() => fireTimer(run, input.id));
      return;
    case 'signal.received':
      receiveSignal(run, input.name, input.payload);
      return;
    case 'run.paused':
      pause(run, { reason: input.reason, breakpoint: null });
      return;
    case 'run.resumed':
      run.budget = input.budget ?? run.budget;
      resume(run);
      return;
    case 'run.stepped':
      step(run);
      return;
    case 'breakpoint.set':
      setBreakpoint(run, input.breakpoint, input.isSet);
      return;
    case 'output.pinned':
      if (input.pin === null) run.controls.pins.delete(input.taskId);
      else run.controls.pins.set(input.taskId, input.pin);
      return;
    case 'value.edited':
      editValue(run, input);
      return;
    case 'run.cancelled':
      if (run.top !== null) cancelScope(run, run.top);
      endRun(run, { status: 'cancelled', output: null, error: cancelledError() });
      return;
    default:
      assertNever(input);
  }
}

function work(run: Run): void {
  for (let steps = 0; steps < MOST_STEPS && !run.isFinished; ) {
    const job = run.ready.peek();
    if (job === undefined) return;
    // What was cancelled while it waited costs no step.
    if (job.activation.phase === 'settled') {
      run.ready.shift();
      continue;
    }
    if (job.work === 'start' && stopsBefore(run, job.activation)) return;
    if (run.controls.paused !== null && !run.controls.hasStep) return;
    run.ready.shift();
    steps += 1;
    if (run.controls.hasStep) stepInto(run, job);
    else perform(run, job);
  }
}

/** A container's own next step only leads to the task that is meant. */
function stepInto(run: Run, job: Job): void {
  if (typeof job.work === 'string' || job.item?.isLead === false) run.controls.hasStep = false;
  asStep(run, () => perform(run, job));
}

function perform(run: Run, { activation, work }: Job): void {
  if (work === 'start') startActivation(run, activation);
  else if (work === 'attempt') startAttempt(run, activation);
  else work.perform();
}
