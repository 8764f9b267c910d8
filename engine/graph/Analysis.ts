import type { ResolvedImports, Workflow } from '../model/index.ts';
import type { Syntax } from '../syntax/index.ts';
import type { Graph } from './Graph.ts';

/** Everything derived from one file's text that panes and commands read. Made by `analyze(path, text, previous?, files?)`. */
export interface Analysis {
  readonly path: string;
  readonly syntax: Syntax;
  readonly workflow: Workflow;
  readonly graph: Graph;
  /** True when the YAML cannot be read as a map: workflow and graph are then those of what could be read, and commands refuse. */
  readonly isBroken: boolean;
  /**
   * The document with its imports in their place: for checks and runs, never for edits, which are made to what is in
   * the text. Absent where it imports nothing, or where the files of the workspace were not given.
   */
  readonly imports?: ResolvedImports;
}

/**
 * An analysis to look at, which may be of an older text than the present one. Commands do not take it: whether the text is
 * broken is known of the present text alone.
 */
export type ShownAnalysis = Omit<Analysis, 'isBroken'>;

/**
 * The workflow a run sees: with what its document imports and the packages it uses in their place, where they were
 * resolved (`analyze` was given the files of the workspace), else as it is in the text. Its paths are those of the
 * text, also where the text has nothing but an `import` there; definitions of packages that tasks use come after the
 * document's own.
 */
export function effectiveWorkflow({ workflow, imports }: ShownAnalysis): Workflow {
  return imports?.workflow ?? workflow;
}
