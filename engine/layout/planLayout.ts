import type { Box, Link } from './Box.ts';
import { findRanks } from './findRanks.ts';
import { type LayoutInput, listScopes, type ScopeNodes } from './LayoutInput.ts';
import { CAREFUL_LIMIT } from './limits.ts';
import { splitComponents } from './splitComponents.ts';

/** What a layout will take, before it is begun. */
export interface LayoutPlan {
  /** Estimated time of what is arranged with care, in ms of a slow machine; 0 where everything has a place. */
  readonly effort: number;
  /** Scopes too dense for that, by container (null for the top level): they are arranged plainly. */
  readonly plain: ReadonlySet<string | null>;
}

/** Above this effort a scope is arranged plainly, since the user would wait too long for the careful layout. */
const MOST_EFFORT = 5_000;

/** Decides by counts alone which scopes can be arranged with care; outer scopes come first. Linear in nodes and lines. */
export function planLayout(input: LayoutInput): LayoutPlan {
  const plain = new Set<string | null>();
  let effort = 0;
  for (const scope of listScopes(input)) {
    const own = estimateScope(scope, input, MOST_EFFORT - effort);
    if (effort + own > MOST_EFFORT) plain.add(scope.parent);
    else effort += own;
  }
  return { effort, plain };
}

/** Adds up what the parts of a scope without places take; stops once that is more than `most`. */
function estimateScope({ nodes, links }: ScopeNodes, { mode, positions, kept }: LayoutInput, most: number): number {
  const missing = mode === 'all' ? nodes : nodes.filter(({ id }) => !positions.has(id) && kept?.has(id) !== true);
  if (missing.length === 0) return 0;
  const boxes = missing.map(({ id, size }) => ({ id, ...size }));
  const blocks = splitComponents(boxes, links).filter((block) => block.length > 1);
  // Next to what has a place, each box may look for its own.
  const spots = missing.length === nodes.length ? 0 : missing.length;
  let effort = estimateSpots({ spots, boxes: nodes.length, links: links.length });
  const owner = new Map(blocks.flatMap((block, index) => block.map(({ id }) => [id, index] as const)));
  const linksOf = blocks.map((): Link[] => []);
  for (const link of links) {
    const index = owner.get(link.source);
    if (index !== undefined && owner.get(link.target) === index) linksOf[index]?.push(link);
  }
  for (const [index, block] of blocks.entries()) {
    if (effort > most) break;
    effort += estimateBlock(block, linksOf[index] ?? []);
  }
  return effort;
}

/**
 * What the careful layout of boxes that lines join takes, in ms of a slow machine. Each layer that a line passes adds a node,
 * and lines are compared with all others between the same two layers. What is too large for care is ranked linearly and costs
 * next to nothing.
 */
function estimateBlock(boxes: readonly Box[], links: readonly Link[]): number {
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
function estimateSpots({ spots, boxes, links }: Record<'spots' | 'boxes' | 'links', number>): number {
  return spots * (boxes + links) * 0.0004;
}
