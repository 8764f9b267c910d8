import { type Box, type Link, RANK_GAP, type Size } from './Box.ts';

/** The middle of a box, and how many ranks stand before it. */
export interface RankedBox {
  readonly x: number;
  readonly y: number;
  readonly rank: number;
}

/**
 * Ranks boxes in time linear to their number, for more than a careful layout can take: each stands one rank behind the
 * last that leads to it, and beside the others of its rank in the order in which they are written. A line that closes a
 * circle counts as leading back.
 */
export function rankLinearly(
  boxes: readonly Box[],
  links: readonly Link[],
  { gap, roomFor }: { readonly gap: number; readonly roomFor: (box: Size) => Size },
): ReadonlyMap<string, RankedBox> {
  const ranks = findRanks(boxes, links);
  const widths: number[] = [];
  for (const box of boxes) {
    const rank = ranks.get(box.id) ?? 0;
    widths[rank] = Math.max(widths[rank] ?? 0, roomFor(box).width);
  }
  const lefts: number[] = [];
  let left = 0;
  for (const width of widths) {
    lefts.push(left);
    left += (width ?? 0) + RANK_GAP;
  }
  const tops: number[] = [];
  const placed = new Map<string, RankedBox>();
  for (const box of boxes) {
    const rank = ranks.get(box.id) ?? 0;
    const room = roomFor(box);
    const top = tops[rank] ?? 0;
    tops[rank] = top + room.height + gap;
    placed.set(box.id, { x: (lefts[rank] ?? 0) + room.width / 2, y: top + room.height / 2, rank });
  }
  return placed;
}

function findRanks(boxes: readonly Box[], links: readonly Link[]): ReadonlyMap<string, number> {
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
