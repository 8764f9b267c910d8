import type { ActivationRef, RunEvent, RunEventBody } from '../trace/RunEvent.ts';
import type { PausedView } from '../trace/RunView.ts';
import type { Activation } from './Activation.ts';
import type { Fired, Move } from './Plan.ts';
import type { Run } from './Run.ts';

/** Appends an event to the output of the current input. */
export function emit(run: Run, body: RunEventBody): void {
  add(run, { seq: run.nextSeq, at: run.now, ...body });
}

function add(run: Run, event: RunEvent): void {
  run.events.push(event);
  run.nextSeq += 1;
  if (run.controls.moments.length > 0) pauseAtMoment(run);
}

// Every step has the events below: written out, they are made in half the time that it takes to copy a body.

/** Emits that an activation starts, with its current input. */
export function emitStarted(run: Run, activation: Activation): void {
  const { id, program, scope, operation, input } = activation;
  const parent = scope.container?.id ?? null;
  const { nextSeq: seq, now: at } = run;
  add(run, { seq, at, type: 'task.started', taskId: program.id, activation: id, parent, operation, input });
}

/** Emits that an attempt begins. */
export function emitAttempt(run: Run, { id, program, attempt }: Activation): void {
  const { nextSeq: seq, now: at } = run;
  add(run, { seq, at, type: 'task.attempt', taskId: program.id, activation: id, attempt });
}

/** Emits that an activation that ran has succeeded, after so many ms. */
export function emitSucceeded(run: Run, activation: Activation, duration: number): void {
  const { id, program, output, attempt, simulated } = activation;
  const { nextSeq: seq, now: at } = run;
  const retryCount = attempt - 1;
  const taskId = program.id;
  add(run, { seq, at, type: 'task.succeeded', taskId, activation: id, output, duration, retryCount, simulated });
}

/** Emits that a handler fired. */
export function emitFired(run: Run, { id, program }: Activation, { handler, next, event }: Fired): void {
  const { nextSeq: seq, now: at } = run;
  add(run, { seq, at, type: 'handler.fired', taskId: program.id, activation: id, handler, next, event });
}

/** Emits that a transition was taken. */
export function emitEdge(run: Run, { id, program }: Activation, { via, target, with: data }: Move): void {
  const { nextSeq: seq, now: at } = run;
  add(run, { seq, at, type: 'edge.taken', taskId: program.id, activation: id, via, target, with: data });
}

/** Emits the progress of a container. */
export function emitProgress(run: Run, { id, program }: Activation, progress: Progress): void {
  const { done, total, failed } = progress;
  const { nextSeq: seq, now: at } = run;
  add(run, { seq, at, type: 'task.progress', taskId: program.id, activation: id, done, total, failed });
}

/** How many parts of a container have ended, of how many, and how many of those failed. */
interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

/** Pauses a run whose plan says so after the event that just happened. */
function pauseAtMoment(run: Run): void {
  const { controls, nextSeq } = run;
  const ahead = controls.moments.filter((seq) => seq >= nextSeq);
  if (ahead.length === controls.moments.length) return;
  controls.moments = ahead;
  pause(run, { reason: 'asked', breakpoint: null });
}

/** Stops what is new from starting; the first reason stays. */
export function pause(run: Run, why: Omit<PausedView, 'next'>): void {
  if (run.controls.paused !== null) return;
  run.controls.paused = why;
  run.controls.announced = undefined;
}

/** A warning for the author of the workflow; it stops nothing. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The reference or field it is about. */
  readonly path: string | null;
}

/** Emits a warning, once in a run. */
export function warn(run: Run, activation: Activation | null, warning: Warning): void {
  const taskId = activation?.task.id ?? null;
  const key = JSON.stringify([taskId, warning.code, warning.path, warning.message]);
  if (run.warned.has(key)) return;
  run.warned.add(key);
  emit(run, { type: 'warning', taskId, ...warning });
}

/** The two ids that each event of an activation carries. */
export function refOf(activation: Activation): ActivationRef {
  return { taskId: activation.program.id, activation: activation.id };
}
