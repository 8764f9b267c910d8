import type { GraphNode } from '../graph/index.ts';
import type { Path } from '../text/index.ts';
import type { Subject } from './Rule.ts';

/** A task and where in it something stands: `['with', 'text']`. */
export interface Owner {
  readonly node: GraphNode;
  readonly inside: Path;
}

const lookups = new WeakMap<Subject, (path: Path) => Owner | undefined>();

/** Answers with the innermost task a path leads through; undefined outside of tasks. All rules share one per subject. */
export function createOwnerLookup(subject: Subject): (path: Path) => Owner | undefined {
  const shared = lookups.get(subject);
  if (shared !== undefined) return shared;
  const byPath = new Map(
    [...subject.analysis.graph.nodes.values()].map((node) => [node.task.path.join('\n'), node] as const),
  );
  const known = new Map<Path, Owner | undefined>();
  const find = (path: Path): Owner | undefined => {
    for (let length = path.length; length >= 2; length--) {
      const node = path[length - 2] === 'tasks' ? byPath.get(path.slice(0, length).join('\n')) : undefined;
      if (node !== undefined) return { node, inside: path.slice(length) };
    }
    return undefined;
  };
  // Several rules ask for the place of the same template.
  const lookup = (path: Path): Owner | undefined => {
    if (!known.has(path)) known.set(path, find(path));
    return known.get(path);
  };
  lookups.set(subject, lookup);
  return lookup;
}
