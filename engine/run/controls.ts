import type { Json } from '../base/index.ts';
import { formatEdgeId } from '../graph/index.ts';
import type { EventOf } from './applyToActivation.ts';
import { emit, pause, refOf, warn } from './emit.ts';
import { evaluateBare, frameOf, isMet } from './evaluate.ts';
import type { Move } from './plans.ts';
import { Queue } from './Queue.ts';
import type { Activation, Controls, Job, Run } from './Run.ts';
import type { Breakpoint, RunPlan } from './RunPlan.ts';

/** What a run is told to do otherwise, from its plan. */
export function createControls(plan: RunPlan): Controls {
  return {
    paused: plan.isPaused === true ? { reason: 'asked', breakpoint: null } : null,
    announced: undefined,
    isStepping: false,
    hasStep: false,
    passed: null,
    moments: [plan.pauseAfter ?? []].flat(),
    breakpoints: new Map((plan.breakpoints ?? []).map((breakpoint) => [placeOf(breakpoint), breakpoint])),
    pins: new Map(Object.entries(plan.pins ?? {})),
    until: plan.until ?? null,
    held: new Queue(),
  };
}

/** Whether what is new has to wait: the run is paused, and this is not the step that was asked for. */
export function isHolding({ controls }: Run): boolean {
  return controls.paused !== null && !controls.isStepping;
}

/** Keeps something back until the run goes on; it is dropped when its activation, or part of one, is stopped by then. */
export function hold(run: Run, activation: Activation, go: () => void): void {
  let isStopped = false;
  const release = (): void => {
    isStopped = true;
  };
  activation.releases.add(release);
  run.controls.held.push(() => {
    activation.releases.delete(release);
    if (!isStopped) go();
  });
}

/** Lets everything go on that was held, in its order. */
export function resume(run: Run): void {
  const { controls } = run;
  if (controls.paused === null) return;
  controls.paused = null;
  controls.hasStep = false;
  emit(run, { type: 'run.resumed' });
  // What goes on may pause the run again: the rest then stays held.
  for (let left = controls.held.size; left > 0 && controls.paused === null; left -= 1) controls.held.shift()?.();
}

/** While paused: asks for one task to start. Where none is ready, one thing that was held goes on instead. */
export function step(run: Run): void {
  const { controls } = run;
  if (controls.paused === null) return;
  controls.paused = { reason: 'step', breakpoint: null };
  controls.announced = undefined;
  const go = run.ready.size === 0 ? controls.held.shift() : undefined;
  if (go === undefined) controls.hasStep = true;
  else asStep(run, go);
}

/** Does something as the step that was asked for: what it starts is not held. */
export function asStep(run: Run, work: () => void): void {
  run.controls.isStepping = true;
  work();
  run.controls.isStepping = false;
}

/** Sets the breakpoint at its place, or takes it away. */
export function setBreakpoint(run: Run, breakpoint: Breakpoint, isSet: boolean): void {
  if (isSet) run.controls.breakpoints.set(placeOf(breakpoint), breakpoint);
  else run.controls.breakpoints.delete(placeOf(breakpoint));
}

/** Pauses the run where a breakpoint stands before this activation; true when it did. */
export function stopsBefore(run: Run, activation: Activation): boolean {
  const { controls } = run;
  if (controls.breakpoints.size === 0 || controls.paused !== null || controls.passed === activation.id) return false;
  const breakpoint = controls.breakpoints.get(`task ${activation.task.id}`);
  const passed = new Map<string, Json>([['input', activation.given?.value ?? activation.arrival.with]]);
  const stops = breakpoint !== undefined && applies(run, activation, { breakpoint, roots: passed });
  // It has not begun: its `env` is to be read once it has, with its input.
  activation.env = null;
  if (breakpoint === undefined || !stops) return false;
  pause(run, { reason: 'breakpoint', breakpoint });
  return true;
}

/** Pauses the run where a breakpoint stands on an edge that was just taken; its condition sees the source. */
export function stopAtEdge(run: Run, activation: Activation, move: Move): void {
  const { controls } = run;
  if (controls.breakpoints.size === 0) return;
  const breakpoint = controls.breakpoints.get(`edge ${formatEdgeId(activation.task.id, move.via, move.target)}`);
  const event = new Map<string, Json>([['event', move.arrival?.event ?? null]]);
  if (breakpoint !== undefined && applies(run, activation, { breakpoint, roots: event }))
    pause(run, { reason: 'breakpoint', breakpoint });
}

/** A condition that cannot be evaluated pauses too, and says why: a breakpoint that is passed over in silence is worse. */
function applies(
  run: Run,
  activation: Activation,
  { breakpoint, roots }: { readonly breakpoint: Breakpoint; readonly roots: ReadonlyMap<string, Json> },
): boolean {
  if (breakpoint.condition === null) return true;
  const frame = frameOf(run, activation, { roots });
  const value = evaluateBare(run, frame, { data: breakpoint.condition, where: 'breakpoint.condition' });
  if (value.ok) return isMet(value.value);
  const { code, message } = value.error;
  warn(run, activation, { code, message, path: 'breakpoint.condition' });
  return true;
}

/** Tells what starts next in a paused run, whenever that is another task than before. */
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

function placeOf({ at }: Breakpoint): string {
  return 'task' in at ? `task ${at.task}` : `edge ${at.edge}`;
}
