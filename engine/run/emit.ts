import type { Activation, Run } from './Run.ts';
import type { ActivationRef, RunEventBody } from './RunEvent.ts';

/** Adds an event to what the input being worked on has led to. */
export function emit(run: Run, body: RunEventBody): void {
  run.events.push({ seq: run.nextSeq, at: run.now, ...body });
  run.nextSeq += 1;
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
  return { taskId: activation.task.id, activation: activation.id };
}
