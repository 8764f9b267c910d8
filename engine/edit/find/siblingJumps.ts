import type { Err } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { runsTogether } from '../../model/index.ts';
import type { Refusal } from '../../text/index.ts';
import { refuse, withTaskNames } from './refuse.ts';

/** Why a container cannot become one of another type; null when it can. Operations of a parallel task never lead to each other. */
export function findSiblingJump(analysis: Analysis, { children }: GraphNode, type: string): Err<Refusal> | null {
  if (!runsTogether(type)) return null;
  const inside = new Set(children);
  const jump = analysis.graph.edges.find(
    ({ source, target, via }) => via !== 'sequence' && inside.has(source) && inside.has(target),
  );
  if (jump === undefined) return null;
  const message = `“${jump.source}” leads to “${jump.target}”, and operations of a parallel task run side by side. Disconnect them first.`;
  return withTaskNames(analysis, refuse('SIBLING_IN_PARALLEL', jump.source, message));
}
