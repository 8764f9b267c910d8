import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';

/** How long it works before it lets others work, in ms. */
const SLICE = 8;

/** The workflow that a recorded run ran, with the texts it imported then. */
export function workflowOf({ summary, details }: Pick<JournaledRun, 'summary' | 'details'>): Workflow {
  return effectiveWorkflow(analyze(summary.path, details.source, undefined, details.files ?? new Map()));
}

/** A function to await after each piece of work: it lets others work whenever a few ms have gone by. */
export function createSlices(clock: Pick<Clock, 'now' | 'breathe'>): () => Promise<void> | undefined {
  let start = clock.now();
  return () => {
    if (clock.now() - start < SLICE) return undefined;
    return clock.breathe().then(() => {
      start = clock.now();
    });
  };
}
