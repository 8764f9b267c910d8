import { assertNever } from '../base/index.ts';
import type { Effect } from './contract/Effect.ts';
import type { ChildReport, RunInput } from './contract/RunInput.ts';
import { pausesBefore, setBreakpoint, setPin } from './debugger/breakpoints.ts';
import { announcePause, answerHeld, asStep, holdTimer, resumeRun, step } from './debugger/controls.ts';
import { editValue } from './debugger/editValue.ts';
import { block } from './debugger/standstill.ts';
import { completeCall, fireTimer } from './requests/calls.ts';
import { interrupt, markSent, repeatCall } from './requests/interruptions.ts';
import { receiveSignal, tellRefusal } from './requests/signals.ts';
import { countChildSpending } from './requests/spending.ts';
import { passTime, skipWait } from './requests/virtualTime.ts';
import { beginRun } from './scheduler/beginRun.ts';
import { cancelScope } from './scheduler/cancel.ts';
import { cancelledError, endRun } from './scheduler/results.ts';
import { startActivation, startAttempt } from './scheduler/startActivation.ts';
import { emit, pause, refOf } from './state/emit.ts';
import type { Job } from './state/Job.ts';
import type { Run } from './state/Run.ts';
import { startBatch, startItem } from './tasks/batches.ts';
import type { RunEvent } from './trace/RunEvent.ts';
import { editMessage } from './uses/editMessage.ts';

/** Steps taken for one input, so that the host can handle Stop also in an endless loop. */
const MOST_STEPS = 256;

/** The result of one input. */
export interface Advance {
  /** What happened, in order. */
  readonly events: readonly RunEvent[];
  /** What the host must do now, in order. */
  readonly effects: readonly Effect[];
  /** True when there is more to do immediately: feed `run.continued`. False while the run is paused. */
  readonly more: boolean;
  readonly isFinished: boolean;
}

/**
 * Feeds a run one journaled input. Deterministic: the same inputs give the same events and effects, byte for byte. Takes
 * at most 256 steps (starts of activations, attempts, items), then answers `more`. An input that nothing waits for, or
 * that comes after the end, changes nothing. O(1) in the length of the run.
 */
export function advance(run: Run, input: RunInput): Advance {
  if (!run.isFinished) run.now = Math.max(run.now, input.at);
  run.events = [];
  run.effects = [];
  if (!run.isFinished) {
    take(run, input);
    work(run);
    announcePause(run);
  }
  const { events, effects, isFinished, controls, ready } = run;
  const mayStart = controls.paused === null || controls.hasStep;
  return { events, effects, more: !isFinished && mayStart && ready.size > 0, isFinished };
}

function take(run: Run, input: RunInput): void {
  switch (input.type) {
    case 'run.started':
      if (run.started === null) beginRun(run, input);
      return;
    case 'run.continued':
      return;
    case 'effect.started':
      markSent(run, input.key);
      return;
    case 'effect.completed':
      completeCall(run, input.key, input.outcome);
      return;
    case 'run.interrupted':
      interrupt(run, input);
      return;
    case 'effect.repeated':
      repeatCall(run, input.key, input.by);
      return;
    case 'child.reported':
      reportChild(run, input.key, input.child);
      return;
    case 'timer.fired':
      if (run.controls.paused === null) fireTimer(run, input.id);
      else holdTimer(run, input.id);
      return;
    case 'signal.received':
      receiveSignal(run, input.name, input.payload);
      return;
    case 'signal.refused':
      tellRefusal(run, input);
      return;
    case 'run.paused':
      if (input.blocked === true) block(run);
      pause(run, {
        reason: input.reason,
        breakpoint: null,
        ...(input.child === undefined ? {} : { child: input.child }),
      });
      return;
    case 'run.resumed':
      run.budget = input.budget ?? run.budget;
      resumeRun(run);
      return;
    case 'run.stepped':
      step(run);
      return;
    case 'breakpoint.set':
      setBreakpoint(run, input);
      return;
    case 'output.pinned':
      setPin(run, input);
      return;
    case 'value.edited':
      editValue(run, input);
      return;
    case 'errorPause.set':
      run.controls.errorPause = input.pauses;
      return;
    case 'virtualTime.set':
      run.controls.hasVirtualTime = input.isOn;
      return;
    case 'time.passed':
      passTime(run, input);
      return;
    case 'failure.answered':
      answerHeld(run, input);
      return;
    case 'wait.skipped':
      skipWait(run, input);
      return;
    case 'message.edited':
      editMessage(run, input);
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
    // An activation cancelled while it waited costs no step.
    if (job.activation.phase === 'settled') {
      run.ready.shift();
      continue;
    }
    if (job.work === 'start' && pausesBefore(run, job.activation)) return;
    if (run.controls.paused !== null && !run.controls.hasStep) return;
    run.ready.shift();
    steps += 1;
    if (run.controls.hasStep) stepInto(run, job);
    else perform(run, job);
  }
}

/** A container's own next step only leads to the task that starts. */
function stepInto(run: Run, job: Job): void {
  if (typeof job.work === 'string' || job.item?.isLead === false) run.controls.hasStep = false;
  asStep(run, () => perform(run, job));
}

function perform(run: Run, { activation, work }: Job): void {
  if (work === 'start') startActivation(run, activation);
  else if (work === 'attempt') startAttempt(run, activation);
  else if (work.kind === 'batch') startBatch(run, work.body, work.index);
  else startItem(run, work);
}

/** Takes what a run reports that a pending call has started; nothing changes for another call, or where nothing is new. */
function reportChild(run: Run, key: string, child: ChildReport): void {
  const pending = run.calls.get(key);
  if (pending === undefined) return;
  // In a fork the call is made again and starts another run: what the first one has used stays counted.
  const known = pending.child?.runId === child.runId ? pending.child : undefined;
  const hasUsed = isNew(known, child);
  if (known !== undefined && !hasUsed) return;
  run.calls.set(key, { ...pending, child });
  emit(run, { type: 'child.reported', ...refOf(pending.activation), key, child });
  if (hasUsed) countChildSpending(run, known?.usage, child.usage);
}

function isNew(known: ChildReport | undefined, { usage }: ChildReport): boolean {
  if (usage === undefined) return false;
  const before = known?.usage;
  return (
    usage.input_tokens !== before?.input_tokens ||
    usage.output_tokens !== before.output_tokens ||
    usage.cost !== before.cost ||
    usage.unpriced !== before.unpriced
  );
}
