import type { Analysis, GraphNode } from '../../graph/index.ts';
import type { Task } from '../../model/index.ts';
import { findRange, pathAt } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';

/** The innermost task whose text holds an offset, as a node of the graph; null outside of tasks. */
export function nodeAt(analysis: Analysis, offset: number): GraphNode | null {
  return nodeOfPath(analysis, pathAt(analysis.syntax, offset));
}

/** The innermost task that a path leads into. */
export function nodeOfPath(analysis: Analysis, path: Path): GraphNode | null {
  let found: GraphNode | null = null;
  for (const node of analysis.graph.nodes.values()) {
    const own = node.task.path;
    if (own.length <= (found?.task.path.length ?? 0) || own.length > path.length) continue;
    if (own.every((step, index) => step === path[index])) found = node;
  }
  return found;
}

/** The task that a path leads into. */
export function taskOfPath(analysis: Analysis, path: Path): Task | null {
  return nodeOfPath(analysis, path)?.task ?? null;
}

/** The range of a task's text, from its dash to the end of its last value; null when there is no such node. */
export function rangeOfNode(analysis: Analysis, id: string): TextRange | null {
  const node = analysis.graph.nodes.get(id);
  return node === undefined ? null : findRange(analysis.syntax, node.task.path, 'entry');
}
