import type { Box, Link } from './Box.ts';

/**
 * The rank of each box, by id, in linear time: one behind the last box that leads to it, 0 where nothing does. A line that
 * closes a circle counts as leading back. Lines to or from other boxes count for nothing.
 */
export function findRanks(boxes: readonly Box[], links: readonly Link[]): ReadonlyMap<string, number> {
  const ranks = new Map(boxes.map(({ id }) => [id, 0]));
  const open = new Map(boxes.map(({ id }) => [id, 0]));
  const targets = new Map<string, string[]>();
  for (const { source, target } of links) {
    const count = open.get(target);
    if (count === undefined || source === target || !open.has(source)) continue;
    open.set(target, count + 1);
    const known = targets.get(source);
    if (known) known.push(target);
    else targets.set(source, [target]);
  }
  const done = new Set<string>();
  // Where only circles are left, the first that is written opens the next.
  const first = boxes.filter(({ id }) => open.get(id) === 0);
  for (const { id: start } of [...first, ...boxes]) {
    const queue = done.has(start) ? [] : [start];
    for (const id of queue) {
      if (done.has(id)) continue;
      done.add(id);
      for (const target of targets.get(id) ?? []) {
        if (done.has(target)) continue;
        ranks.set(target, Math.max(ranks.get(target) ?? 0, (ranks.get(id) ?? 0) + 1));
        const left = (open.get(target) ?? 1) - 1;
        open.set(target, left);
        if (left === 0) queue.push(target);
      }
    }
  }
  return ranks;
}
