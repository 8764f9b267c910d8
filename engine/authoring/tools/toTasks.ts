import type { JsonObject } from '../../base/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';
import { type ActivationView, toTaskState } from '../../run/index.ts';

/** All tasks in document order, nested ones after their container (format.md 11); one that never ran is `skipped`. */
export function toTasks(
  workflow: Workflow,
  activations: ReadonlyMap<string, ActivationView>,
): readonly (readonly [string, JsonObject])[] {
  const ids = new Set([...walkTasks(workflow)].map(({ task }) => task.id));
  return [...ids].map((id) => [id, toTask(activations.get(id))]);
}

function toTask(activation: ActivationView | undefined): JsonObject {
  return activation === undefined ? SKIPPED : toTaskState(activation);
}

const SKIPPED: JsonObject = {
  status: 'skipped',
  duration: null,
  start_time: null,
  end_time: null,
  retry_count: null,
  error: null,
  output: null,
};
