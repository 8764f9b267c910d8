import type { Json } from '../../base/index.ts';
import { Queue } from '../../base/index.ts';
import { formatEdgeId } from '../../graph/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import type { Breakpoint, RunPlan } from '../contract/RunPlan.ts';
import { evaluateBare, frameOf, isMet } from '../evaluate/evaluate.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation, Held } from '../state/Continuation.ts';
import { emit, pause, refOf, warn } from '../state/emit.ts';
import type { Job } from '../state/Job.ts';
import type { Move } from '../state/Plan.ts';
import type { Controls, Run } from '../state/Run.ts';
import type { EventOf } from '../trace/applyToActivation.ts';

/** The debugger's state at the start of a run, from its plan. */
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
    inside: new Map(Object.entries(plan.inside ?? {})),
    until: plan.until ?? null,
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
  controls.paused = null;
  controls.hasStep = false;
  emit(run, { type: 'run.resumed' });
  // What is resumed may pause the run again: the rest then stays held.
  for (let left = controls.held.size; left > 0 && controls.paused === null; left -= 1) {
    const held = controls.held.shift();
    if (held !== undefined) release(run, held);
  }
}

/** While paused: asks for one task to start. Where none is ready, one thing that was held is resumed instead. */
export function step(run: Run): void {
  const { controls } = run;
  if (controls.paused === null) return;
  controls.paused = { reason: 'step', breakpoint: null };
  controls.announced = undefined;
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

/** Sets or removes the breakpoint at its place, in this run or in those of another file that it starts. */
export function setBreakpoint(run: Run, { breakpoint, isSet, file }: InputOf<'breakpoint.set'>): void {
  if (file !== undefined) {
    setInside(run, file, { breakpoint, isSet });
    return;
  }
  if (isSet) run.controls.breakpoints.set(placeOf(breakpoint), breakpoint);
  else run.controls.breakpoints.delete(placeOf(breakpoint));
}

/** Pauses the run where this activation's task has a breakpoint; true when it did. */
export function pausesBefore(run: Run, activation: Activation): boolean {
  const { controls } = run;
  if (run.started?.plan?.pauseBefore === activation.id) {
    pause(run, { reason: 'asked', breakpoint: null });
    return true;
  }
  if (controls.breakpoints.size === 0 || controls.paused !== null || controls.passed === activation.id) return false;
  const breakpoint = controls.breakpoints.get(`task ${activation.task.id}`);
  const passed = new Map<string, Json>([['input', activation.given?.value ?? activation.arrival.with]]);
  const stops = breakpoint !== undefined && applies(run, activation, { breakpoint, roots: passed });
  // It has not begun: its `env` must be read again once it has, with its input.
  activation.env = null;
  if (breakpoint === undefined || !stops) return false;
  pause(run, { reason: 'breakpoint', breakpoint });
  return true;
}

/** Pauses the run where an edge that was just taken has a breakpoint; its condition sees the source. */
export function pauseAtEdge(run: Run, activation: Activation, move: Move): void {
  const { controls } = run;
  if (controls.breakpoints.size === 0) return;
  const breakpoint = controls.breakpoints.get(`edge ${formatEdgeId(activation.task.id, move.via, move.target)}`);
  const event = new Map<string, Json>([['event', move.arrival?.event ?? null]]);
  if (breakpoint !== undefined && applies(run, activation, { breakpoint, roots: event }))
    pause(run, { reason: 'breakpoint', breakpoint });
}

/** A condition that cannot be evaluated pauses too, with a warning: a breakpoint that is silently skipped is worse. */
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

/** Lets a task answer with a pin, or run again, in this run or in those of another file that it starts. */
export function setPin(run: Run, { taskId, pin, file }: InputOf<'output.pinned'>): void {
  if (file !== undefined) setInside(run, file, { taskId, pin });
  else if (pin === null) run.controls.pins.delete(taskId);
  else run.controls.pins.set(taskId, pin);
}

type InputOf<Type extends RunInput['type']> = Extract<RunInput, { readonly type: Type }>;

type Setting =
  | Pick<InputOf<'breakpoint.set'>, 'breakpoint' | 'isSet'>
  | Pick<InputOf<'output.pinned'>, 'taskId' | 'pin'>;

function setInside({ controls }: Run, file: string, setting: Setting): void {
  const { breakpoints = [], pins = {} } = controls.inside.get(file) ?? {};
  if ('breakpoint' in setting) {
    const { breakpoint, isSet } = setting;
    const others = breakpoints.filter((other) => placeOf(other) !== placeOf(breakpoint));
    controls.inside.set(file, { breakpoints: isSet ? [...others, breakpoint] : others, pins });
  } else {
    const { taskId, pin } = setting;
    const others = Object.entries(pins).filter(([id]) => id !== taskId);
    const kept = pin === null ? others : [...others, [taskId, pin] as const];
    controls.inside.set(file, { breakpoints, pins: Object.fromEntries(kept) });
  }
}

/** Id of the run that this one started and is paused for; null where it is not, or is paused for something else. */
export function pausedFor({ controls }: Run): string | null {
  return controls.paused?.child ?? null;
}

/** The place of a breakpoint as a text: there is one at each. */
export function placeOf({ at }: Breakpoint): string {
  return 'task' in at ? `task ${at.task}` : `edge ${at.edge}`;
}
