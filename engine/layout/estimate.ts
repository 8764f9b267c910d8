import type { Box, Link } from './Box.ts';
import { findRanks } from './findRanks.ts';
import { CAREFUL_LIMIT, EXACT_LIMIT } from './limits.ts';

/**
 * What the careful layout of boxes that lines join takes, in ms of a slow machine. Its steps, measured one by one:
 * each box takes part in about twenty passes; each rank that a line crosses adds a box of its own to them; and the exact
 * ranking walks lines once for each box. What is too large for care is ranked linearly and costs next to nothing.
 */
export function estimateBlock(boxes: readonly Box[], links: readonly Link[]): number {
  if (boxes.length > CAREFUL_LIMIT) return boxes.length * 0.01;
  const ranks = findRanks(boxes, links);
  const pairs = new Set<string>();
  let crossed = 0;
  for (const { source, target } of links) {
    const [from, to] = [ranks.get(source), ranks.get(target)];
    const pair = `${source}\n${target}`;
    if (from === undefined || to === undefined || source === target || pairs.has(pair)) continue;
    pairs.add(pair);
    crossed += Math.max(1, Math.abs(to - from));
  }
  const perLine = boxes.length > EXACT_LIMIT ? 0.001 : 0.01;
  return boxes.length * 0.7 + crossed * 0.4 + boxes.length * pairs.size * perLine;
}

/** What finding so many free spots takes, in ms of a slow machine: each look is at all boxes and lines. */
export function estimateSpots({ spots, boxes, links }: Record<'spots' | 'boxes' | 'links', number>): number {
  return spots * (boxes + links) * 0.0004;
}
