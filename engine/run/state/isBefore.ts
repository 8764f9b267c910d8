import type { Run } from './Run.ts';

/** For each version in which the machine changed: the versions before it, and what changed. */
const BEFORE = {
  /** Results of a task that runs again, `operation_id` and `item` in a task's own `with`, an error in the branch that survives another, pauses between very many retries, `disabled`, which was a key without a meaning. */
  '0.2': ['0.1.'],
  /** `use: core:…` is the built-in itself, also where one agent or tool uses the same; a task's own output before its first round, which is null, is no missing value; a container that succeeds warns of what failed in it; functions that read a text refuse a secret; integers in a text that no number holds are no longer rounded; all attempts of a task, and of what an agent asks of a tool, are known by one key; an error that another attempt cannot help is not retried; `max_steps` counts all requests of an agent; `semanticRecall.scope`, which was a key without a meaning; a decision that ends is part of the result only where nothing else is; what there is where a name is not known is told in a sentence. */
  '0.3': ['0.1.', '0.2.'],
} as const;

/** Whether a run was recorded by an engine before a version: it must replay as it went then. Whatever changed asks this. */
export function isBefore({ started }: Pick<Run, 'started'>, version: keyof typeof BEFORE): boolean {
  return started !== null && BEFORE[version].some((earlier) => started.engine.startsWith(earlier));
}
