import type { FiredHandler } from './EventLog.ts';
import type { Activation, Run } from './Run.ts';
import type { ActivationRef, RunEventBody } from './RunEvent.ts';
import type { PausedView } from './RunView.ts';

/** Adds an event to what the input being worked on has led to. */
export function emit(run: Run, body: RunEventBody): void {
  run.log.add({ seq: run.nextSeq, at: run.now, ...body });
  count(run);
}

/** Counts the event that was just added to the log of the run. */
export function count(run: Run): void {
  run.nextSeq += 1;
  if (run.controls.moments.length > 0) stopAtMoment(run);
}

/** Says that a handler fired. */
export function tellFired(run: Run, activation: Activation, fired: FiredHandler): void {
  run.log.addFired(activation, fired);
  count(run);
}

/** Pauses a run that was to go no further than the event that just happened. */
function stopAtMoment(run: Run): void {
  const { controls, nextSeq } = run;
  const ahead = controls.moments.filter((seq) => seq >= nextSeq);
  if (ahead.length === controls.moments.length) return;
  controls.moments = ahead;
  pause(run, { reason: 'asked', breakpoint: null });
}

/** Stops what is new from starting; the first reason stays. */
export function pause(run: Run, why: Pick<PausedView, 'reason' | 'breakpoint'>): void {
  if (run.controls.paused !== null) return;
  run.controls.paused = why;
  run.controls.announced = undefined;
}

/** Something to tell that stops nothing. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The reference or field it is about. */
  readonly path: string | null;
}

/** Says once in a run what a task's author should know. */
export function warn(run: Run, activation: Activation | null, warning: Warning): void {
  const taskId = activation?.task.id ?? null;
  const key = JSON.stringify([taskId, warning.code, warning.path, warning.message]);
  if (run.warned.has(key)) return;
  run.warned.add(key);
  emit(run, { type: 'warning', taskId, ...warning });
}

/** The two names that stand on each event of an activation. */
export function refOf(activation: Activation): ActivationRef {
  return { taskId: activation.program.id, activation: activation.id };
}
