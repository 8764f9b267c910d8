import type { Workflow } from '../model/index.ts';
import type { ShownAnalysis } from './Analysis.ts';

/**
 * The workflow a run sees: with what its document imports and the packages it uses in their place, where they were
 * resolved (`analyze` was given the files of the workspace), else as it is in the text. Its paths are those of the
 * text, also where the text has nothing but an `import` there; definitions of packages that tasks use come after the
 * document's own.
 */
export function effectiveWorkflow({ workflow, imports }: ShownAnalysis): Workflow {
  return imports?.workflow ?? workflow;
}
