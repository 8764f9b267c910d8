import type { ShownAnalysis } from '../../graph/index.ts';
import { listReads, type Read } from './listReads.ts';

/** Where the values of a task come from, and who reads its own. */
export interface Lineage {
  /** What the task reads, in the order of the text. */
  readonly reads: readonly Read[];
  /** What others read of it. */
  readonly readBy: readonly Read[];
  /** Ids of all tasks its values come from, directly or through others. */
  readonly upstream: ReadonlySet<string>;
  /** Ids of all tasks its values go to. */
  readonly downstream: ReadonlySet<string>;
}

/** Follows the values of some tasks back to where they come from, and forward to all that read them. */
export function traceTasks(analysis: ShownAnalysis, ids: readonly string[]): Lineage {
  const all = listReads(analysis);
  const [sources, readers] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const read of all) {
    for (const reader of read.readers) {
      for (const source of read.sources) {
        if (reader === source) continue;
        add(sources, reader, source);
        add(readers, source, reader);
      }
    }
  }
  const chosen = new Set(ids);
  const isChosen = (id: string) => chosen.has(id);
  return {
    reads: all.filter((read) => read.readers.some(isChosen)),
    readBy: all.filter(
      (read) => read.sources.some(isChosen) && (read.readers.length === 0 || !read.readers.every(isChosen)),
    ),
    upstream: follow(sources, ids),
    downstream: follow(readers, ids),
  };
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

function follow(next: ReadonlyMap<string, ReadonlySet<string>>, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const other of next.get(id) ?? []) {
      if (found.has(other) || ids.includes(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}
