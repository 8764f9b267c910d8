import type { GraphNode } from '../graph/index.ts';
import type { Path } from '../text/index.ts';
import type { Subject } from './Rule.ts';

/** A task and where in it something stands: `['with', 'text']`. */
export interface Owner {
  readonly node: GraphNode;
  readonly inside: Path;
}

/** Answers with the innermost task a path leads through; undefined outside of tasks. */
export function createOwnerLookup({ analysis }: Subject): (path: Path) => Owner | undefined {
  const byPath = new Map([...analysis.graph.nodes.values()].map((node) => [node.task.path.join('\n'), node] as const));
  return (path) => {
    for (let length = path.length; length >= 2; length--) {
      const node = path[length - 2] === 'tasks' ? byPath.get(path.slice(0, length).join('\n')) : undefined;
      if (node !== undefined) return { node, inside: path.slice(length) };
    }
    return undefined;
  };
}
