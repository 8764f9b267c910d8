import type { Json } from '../../base/index.ts';
import type { RunError, RunEventBody } from '../../run/index.ts';

/** Where a task runs; outermost where nothing is said. */
interface TaskPlace {
  /** The activation that it runs in. */
  readonly parent?: number | null;
  /** Of the items of that one, the index of its own. */
  readonly item?: number | undefined;
  readonly input?: Json;
}

/** A task starts. */
export function taskStarted(
  taskId: string,
  activation: number,
  { parent = null, item, input = null }: TaskPlace = {},
): RunEventBody {
  const operation = item === undefined ? null : ({ kind: 'item', index: item } as const);
  return { type: 'task.started', taskId, activation, parent, operation, input };
}

/** A task ends well, after 1 ms. */
export function taskSucceeded(taskId: string, activation: number, output: Json = null): RunEventBody {
  return { type: 'task.succeeded', taskId, activation, output, duration: 1, retryCount: 0, simulated: false };
}

/** A task fails, after 1 ms. */
export function taskFailed(taskId: string, activation: number, error: RunError): RunEventBody {
  return { type: 'task.failed', taskId, activation, error, output: null, duration: 1, retryCount: 0 };
}
