import { Queue } from '../../base/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import type { RunPlan } from '../contract/RunPlan.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation, Held } from '../state/Continuation.ts';
import { emit, refOf } from '../state/emit.ts';
import type { Job } from '../state/Job.ts';
import type { Controls, Run } from '../state/Run.ts';
import type { EventOf } from '../trace/applyToActivation.ts';
import { placeOf } from './breakpoints.ts';
import { AS_ERROR, stopAtFailure, takeFailure, takePausedFailure } from './failures.ts';
import { block, unblock } from './standstill.ts';

/** The debugger's state at the start of a run, from its plan. */
export function createControls(plan: RunPlan): Controls {
  return {
    paused: plan.isPaused === true ? { reason: 'asked', breakpoint: null } : null,
    announced: undefined,
    isStepping: false,
    hasStep: false,
    passed: null,
    met: null,
    hits: new Map(),
    moments: [plan.pauseAfter ?? []].flat(),
    breakpoints: new Map((plan.breakpoints ?? []).map((breakpoint) => [placeOf(breakpoint), breakpoint])),
    pins: new Map(Object.entries(plan.pins ?? {})),
    inside: new Map(Object.entries(plan.inside ?? {})),
    until: plan.until ?? null,
    errorPause: plan.pauseOnError ?? 'off',
    hasVirtualTime: plan.virtualTime ?? false,
    failures: new Queue(),
    held: new Queue(),
  };
}

/** Whether new work has to wait: the run is paused, and this is not the requested step. */
export function isHolding({ controls }: Run): boolean {
  return controls.paused !== null && !controls.isStepping;
}

/** Defers a continuation until the run is resumed; it is dropped when its activation, or part of one, is stopped by then. */
export function hold(run: Run, activation: Activation, continuation: Continuation): void {
  const held: Held = { kind: 'held', activation, continuation, isStopped: false };
  activation.releases.add(held);
  run.controls.held.push(held);
}

/** Defers the firing of a timer until the run is resumed. */
export function holdTimer(run: Run, id: string): void {
  run.controls.held.push({
    kind: 'held',
    activation: null,
    continuation: { kind: 'timer.fire', id },
    isStopped: false,
  });
}

function release(run: Run, held: Held): void {
  held.activation?.releases.delete(held);
  if (!held.isStopped) run.machine.resume(run, held.continuation);
}

/** Resumes everything that was held, in its order. */
export function resumeRun(run: Run): void {
  const { controls } = run;
  if (controls.paused === null) return;
  const failed = takePausedFailure(run);
  resume(run, () => {
    if (failed !== null) run.machine.answerFailure(run, failed, AS_ERROR);
  });
}

/** Continues a task whose failure is held; the run resumes where it is paused for that. */
export function answerHeld(run: Run, input: Extract<RunInput, { readonly type: 'failure.answered' }>): void {
  const isPausedFor = run.controls.paused?.failed?.activation === input.activation;
  const held = takeFailure(run, input);
  if (held === null) return;
  const work = (): void => run.machine.answerFailure(run, held, input.answer);
  if (isPausedFor) resume(run, work);
  else work();
}

function resume(run: Run, begin: () => void): void {
  const { controls } = run;
  controls.paused = null;
  controls.hasStep = false;
  emit(run, { type: 'run.resumed' });
  unblock(run);
  begin();
  if (controls.paused === null) stopAtFailure(run);
  // What is resumed may pause the run again: the rest then stays held.
  for (let left = controls.held.size; left > 0 && controls.paused === null; left -= 1) {
    const held = controls.held.shift();
    if (held !== undefined) release(run, held);
  }
  if (controls.paused !== null && hasHeldCall(run)) block(run);
}

/** Whether a call still waits for what the host lacks. */
function hasHeldCall({ controls }: Run): boolean {
  return [...controls.held].some(({ continuation, isStopped }) => continuation.kind === 'call.again' && !isStopped);
}

/** While paused: asks for one task to start. Where none is ready, one thing that was held is resumed instead. */
export function step(run: Run): void {
  const { controls } = run;
  if (controls.paused === null) return;
  const failed = takePausedFailure(run);
  controls.paused = { reason: 'step', breakpoint: null };
  controls.announced = undefined;
  if (failed !== null) {
    asStep(run, () => run.machine.answerFailure(run, failed, AS_ERROR));
    stopAtFailure(run);
    return;
  }
  const held = run.ready.size === 0 ? controls.held.shift() : undefined;
  if (held === undefined) controls.hasStep = true;
  else asStep(run, () => release(run, held));
}

/** Runs an action as the requested step: what it starts is not held. */
export function asStep(run: Run, work: () => void): void {
  run.controls.isStepping = true;
  work();
  run.controls.isStepping = false;
}

/** Announces what starts next in a paused run, whenever that is another task than before. */
export function announcePause(run: Run): void {
  const { controls } = run;
  if (controls.paused === null || run.isFinished) return;
  const job = nextToStart(run);
  if (controls.announced === job) return;
  controls.announced = job;
  controls.passed = job?.work === 'start' ? job.activation.id : null;
  emit(run, { type: 'run.paused', ...controls.paused, next: job === null ? null : toNext(job) });
}

function toNext({ activation, item }: Job): EventOf<'run.paused'>['next'] {
  return { ...refOf(activation), passed: item?.value ?? activation.given?.value ?? activation.arrival.with };
}

function nextToStart(run: Run): Job | null {
  for (const job of run.ready) {
    const { phase } = job.activation;
    if (job.work === 'start' ? phase === 'queued' : job.item !== null && phase === 'running') return job;
  }
  return null;
}

/** Id of the run that this one started and is paused for; null where it is not, or is paused for something else. */
export function pausedFor({ controls }: Run): string | null {
  return controls.paused?.child ?? null;
}
