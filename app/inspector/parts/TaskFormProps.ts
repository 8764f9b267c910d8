import type { GraphNode, ShownAnalysis } from '#engine';

/** The task a form is about, and the analysis it was read from. */
export interface TaskFormProps {
  readonly analysis: ShownAnalysis;
  readonly node: GraphNode;
}
