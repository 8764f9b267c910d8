import { configOf, formatDuration, type Milliseconds, type Setting, type Task } from '../../../model/index.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Retries that never happen, because a container around the task ends before the first one is due. */
export const checkTimeouts: Rule = function* ({ analysis: { graph } }) {
  for (const node of graph.nodes.values()) {
    const wait = firstWait(node.task);
    if (wait === null || node.task.isDisabled) continue;
    for (let { parent } = node; parent !== null; ) {
      const around = graph.nodes.get(parent);
      if (around === undefined) break;
      const limit = limitOf(around.task);
      if (limit !== null && limit.value <= wait) {
        const message = `The first retry of "${node.task.id}" comes after ${formatDuration(wait)} at the earliest, and ${limit.key} of "${around.id}" ends it after ${formatDuration(limit.value)}: it is never retried. Make ${limit.key} longer, or the interval shorter.`;
        yield { code: 'RETRY_WITHOUT_EFFECT', path: [...node.task.path, 'retry', 'interval'], message };
        break;
      }
      ({ parent } = around);
    }
  }
};

/** How long the first retry is waited for at least, in ms; null without a retry, or where that is not in the text. */
function firstWait({ retry }: Task): number | null {
  if (retry?.attempts.kind !== 'value' || retry.attempts.value < 1 || retry.interval.kind !== 'value') return null;
  const { interval, maxInterval, jitter } = retry;
  if (maxInterval !== null && maxInterval.kind !== 'value') return null;
  const wait = Math.min(interval.value, maxInterval?.value ?? Infinity);
  // Jitter makes it shorter by half at most.
  return jitter === null || (jitter.kind === 'value' && !jitter.value) ? wait : wait / 2;
}

interface Limit {
  readonly key: string;
  readonly value: number;
}

/** What ends the tasks in a container; the shortest that is in the text. */
function limitOf(task: Task): Limit | null {
  const { timeout = null, timeoutPerItem = null, timeoutPerBatch = null } = configOf(task);
  const limits: readonly (readonly [string, Setting<Milliseconds> | null])[] = [
    ['timeout', timeout],
    ['timeout_per_item', timeoutPerItem],
    ['timeout_per_batch', timeoutPerBatch],
  ];
  const known = limits.flatMap(([key, limit]) => (limit?.kind === 'value' ? [{ key, value: limit.value }] : []));
  return known.toSorted((a, b) => a.value - b.value)[0] ?? null;
}
