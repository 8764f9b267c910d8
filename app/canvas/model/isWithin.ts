import type { Graph } from '#engine';

/** Whether a node is one of these or lies in one, at any depth. */
export function isWithin({ nodes }: Graph, id: string, ids: ReadonlySet<string>): boolean {
  for (let at: string | null = id; at !== null; at = nodes.get(at)?.parent ?? null) {
    if (ids.has(at)) return true;
  }
  return false;
}
