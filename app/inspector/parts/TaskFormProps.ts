import type { Analysis, GraphNode } from '#engine';

/** The task a form is about, and the analysis it was read from. */
export interface TaskFormProps {
  readonly analysis: Analysis;
  readonly node: GraphNode;
}
