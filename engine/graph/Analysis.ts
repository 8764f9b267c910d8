import type { Workflow } from '../model/index.ts';
import type { Syntax } from '../syntax/index.ts';
import type { Graph } from './Graph.ts';

/** Everything derived from one file's text that panes and commands read. Made by `analyze(path, text, previous?)`. */
export interface Analysis {
  readonly path: string;
  readonly syntax: Syntax;
  readonly workflow: Workflow;
  readonly graph: Graph;
  /** True when the YAML cannot be read as a map: workflow and graph are then those of what could be read, and commands refuse. */
  readonly isBroken: boolean;
}
