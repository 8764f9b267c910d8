import type { Link } from './Box.ts';
import { estimateBlock, estimateSpots } from './estimate.ts';
import type { LayoutInput } from './LayoutInput.ts';
import { listScopes, type ScopeNodes } from './listScopes.ts';
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
