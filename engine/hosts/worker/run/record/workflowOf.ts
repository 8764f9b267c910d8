import { type Analysis, analyze, effectiveWorkflow } from '../../../../graph/index.ts';
import type { Workflow } from '../../../../model/index.ts';
import type { RunParts } from '../../../RunSeal.ts';
import type { JournaledRun } from '../../journal/RunStore.ts';

type RecordedTexts = Pick<JournaledRun, 'summary' | 'details'>;

/** The text of a recorded run, with the texts it imported then. */
export function analysisOf({ summary, details }: RecordedTexts): Analysis {
  return analyze(summary.path, details.source, undefined, details.files ?? new Map());
}

/** The workflow of a recorded run, with the texts it imported then. */
export function workflowOf(run: RecordedTexts): Workflow {
  return effectiveWorkflow(analysisOf(run));
}

/** The parts of a recorded run that its seal covers. */
export function partsOf({ summary, details, inputs: [first] }: RecordedTexts & Pick<JournaledRun, 'inputs'>): RunParts {
  const { source, files = [] } = details;
  return { path: summary.path, source, files, start: first?.type === 'run.started' ? first : null };
}
