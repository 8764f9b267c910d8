import { analyze, effectiveWorkflow } from '../../../../graph/index.ts';
import type { Workflow } from '../../../../model/index.ts';
import type { JournaledRun } from '../../journal/RunStore.ts';

/** The workflow of a recorded run, with the texts it imported then. */
export function workflowOf({ summary, details }: Pick<JournaledRun, 'summary' | 'details'>): Workflow {
  return effectiveWorkflow(analyze(summary.path, details.source, undefined, details.files ?? new Map()));
}
