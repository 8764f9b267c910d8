import type { TaskOf } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { evaluate, frameOf, readDuration, readNumber, readSettings } from '../evaluate/evaluate.ts';
import type { Activation } from '../state/Activation.ts';
import type { WaitOptions } from '../state/attempts.ts';
import type { Run } from '../state/Run.ts';
import type { RunEvent } from '../trace/RunEvent.ts';

/** A wait and what its task says. */
export interface Waiting {
  readonly activation: Activation;
  readonly task: TaskOf<'wait'>;
}

/** When it checks and gives up, and what it listens for; the error of a setting that has no such value. */
export function readOptions(run: Run, activation: Activation, task: TaskOf<'wait'>): WaitOptions | RunError {
  const frame = frameOf(run, activation);
  const { config } = task;
  const settings = readSettings(run, frame, {
    timeout: { setting: config.timeout, read: readDuration, where: 'config.timeout' },
    interval: { setting: config.checkInterval, read: readDuration, where: 'config.check_interval' },
    maxChecks: { setting: config.maxChecks, read: readNumber, where: 'config.max_checks' },
  });
  if (!settings.ok) return settings.error;
  const { timeout, interval, maxChecks } = settings.value;
  const signal = config.signal === null ? null : evaluate(run, frame, { data: config.signal, where: 'config.signal' });
  if (signal !== null && !signal.ok) return signal.error;
  if (timeout === null || interval === null || interval <= 0) {
    return runError(
      'CONFIGURATION_ERROR',
      'setting',
      `Task "${task.id}" needs config.timeout and a config.check_interval above zero.`,
    );
  }
  const name = signal?.value ?? null;
  return {
    timeout,
    interval,
    maxChecks,
    signal: name === null || typeof name === 'string' ? name : JSON.stringify(name),
  };
}

/** What the task says to whoever sends the signal, evaluated as the wait begins. */
export type Words = Pick<Extract<RunEvent, { readonly type: 'task.waiting' }>, 'title' | 'description'>;

export function readWords(run: Run, { activation, task }: Waiting): Words | RunError {
  const { signal, title, description } = task.config;
  if (signal === null) return {};
  const words: { title?: string; description?: string } = {};
  for (const [key, data] of Object.entries({ title, description })) {
    if (data === null) continue;
    const value = evaluate(run, frameOf(run, activation), { data, where: `config.${key}` });
    if (!value.ok) return value.error;
    if (value.value !== null)
      words[key === 'title' ? 'title' : 'description'] =
        typeof value.value === 'string' ? value.value : JSON.stringify(value.value);
  }
  return words;
}
