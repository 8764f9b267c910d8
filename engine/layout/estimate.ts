import type { Box, Link } from './Box.ts';
import { findRanks } from './findRanks.ts';
import { CAREFUL_LIMIT } from './limits.ts';

/**
 * What the careful layout of boxes that lines join takes, in ms of a slow machine. Each layer that a line passes adds a node,
 * and lines are compared with all others between the same two layers. What is too large for care is ranked linearly and costs
 * next to nothing.
 */
export function estimateBlock(boxes: readonly Box[], links: readonly Link[]): number {
  if (boxes.length > CAREFUL_LIMIT) return boxes.length * 0.01;
  const ranks = pullUp(findRanks(boxes, links), links);
  const pairs = new Set<string>();
  const change: number[] = [];
  let crossed = 0;
  for (const { source, target } of links) {
    const [from, to] = [ranks.get(source), ranks.get(target)];
    const pair = `${source}\n${target}`;
    if (from === undefined || to === undefined || source === target || pairs.has(pair)) continue;
    pairs.add(pair);
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    change[first] = (change[first] ?? 0) + 1;
    change[last] = (change[last] ?? 0) - 1;
    crossed += Math.max(1, last - first);
  }
  let [open, compared] = [0, 0];
  for (const step of Array.from(change, (own) => own ?? 0)) {
    open += step;
    compared += open * open;
  }
  return boxes.length * 0.2 + crossed * 0.1 + compared * 0.0005;
}

/**
 * Ranks as the careful layout has them: what leads to more than leads to it is moved up to right before that. A box that
 * nothing leads to would else be at the beginning, with a line through the whole graph.
 */
function pullUp(found: ReadonlyMap<string, number>, links: readonly Link[]): ReadonlyMap<string, number> {
  const ranks = new Map(found);
  const targets = new Map<string, string[]>();
  const pull = new Map<string, number>();
  for (const { source, target } of links) {
    if ((found.get(source) ?? 0) >= (found.get(target) ?? 0)) continue;
    const known = targets.get(source);
    if (known) known.push(target);
    else targets.set(source, [target]);
    pull.set(source, (pull.get(source) ?? 0) + 1);
    pull.set(target, (pull.get(target) ?? 0) - 1);
  }
  for (const [id] of [...found].sort(([, a], [, b]) => b - a)) {
    if ((pull.get(id) ?? 0) <= 0) continue;
    let least = Infinity;
    for (const target of targets.get(id) ?? []) least = Math.min(least, ranks.get(target) ?? 0);
    if (least < Infinity) ranks.set(id, least - 1);
  }
  return ranks;
}

/** What finding so many free spots takes, in ms of a slow machine: each look is at all boxes and lines. */
export function estimateSpots({ spots, boxes, links }: Record<'spots' | 'boxes' | 'links', number>): number {
  return spots * (boxes + links) * 0.0004;
}
