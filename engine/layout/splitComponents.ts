import type { Box, Link } from './Box.ts';

/** Groups boxes that lines join, directly or over others; groups and their boxes keep the order given. */
export function splitComponents(boxes: readonly Box[], links: readonly Link[]): Box[][] {
  const neighbours = new Map<string, string[]>(boxes.map((box) => [box.id, []]));
  for (const { source, target } of links) {
    if (!neighbours.has(source) || !neighbours.has(target)) continue;
    neighbours.get(source)?.push(target);
    neighbours.get(target)?.push(source);
  }
  const groupOf = new Map<string, number>();
  let count = 0;
  for (const { id } of boxes) {
    if (groupOf.has(id)) continue;
    const open = [id];
    groupOf.set(id, count);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const neighbour of neighbours.get(next) ?? []) {
        if (groupOf.has(neighbour)) continue;
        groupOf.set(neighbour, count);
        open.push(neighbour);
      }
    }
    count += 1;
  }
  const groups = Array.from({ length: count }, (): Box[] => []);
  for (const box of boxes) groups[groupOf.get(box.id) ?? 0]?.push(box);
  return groups;
}
