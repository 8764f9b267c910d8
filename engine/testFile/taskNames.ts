import type { Graph, GraphNode } from '../graph/index.ts';

/**
 * The task that a test names: by its id, or by ids of containers around it and its own, with `/` between them.
 * Undefined where there is none.
 */
export function findNamed({ nodes }: Graph, name: string): GraphNode | undefined {
  const exact = nodes.get(name);
  if (exact !== undefined) return exact;
  const steps = name.split('/');
  const own = nodes.get(steps.at(-1) ?? '');
  if (own === undefined || steps.length < 2) return undefined;
  let at: GraphNode | undefined = own;
  for (const step of steps.toReversed()) {
    if (at?.id !== step) return undefined;
    at = at.parent === null ? undefined : nodes.get(at.parent);
  }
  return own;
}

/** The id most like a name that no task has; null where none is. */
export function findLike({ nodes }: Graph, name: string): string | null {
  const own = name.split('/').at(-1) ?? name;
  const near = [...nodes.keys()]
    .map((id) => ({ id, distance: distanceBetween(own, id) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= Math.max(2, Math.floor(own.length / 3)) ? near.id : null;
}

/** How many characters are to be changed, added or omitted at least (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
