import { type Analysis, drawnGraph, type GraphNode } from '#engine';
import { askConnection, type ExitName } from '#engine/edit';

/** The tasks a line from a task may lead to by one of its exits, in document order. */
export function listTargets(analysis: Analysis, source: string, via: ExitName): readonly GraphNode[] {
  const { nodes } = drawnGraph(analysis);
  const parent = nodes.get(source)?.parent;
  return [...nodes.values()].filter(
    (node) => node.parent === parent && askConnection(analysis, { source, via, target: node.id }).ok,
  );
}
