import { Graph, layout } from '@dagrejs/dagre';
import { arrangePlainly } from './arrangePlainly.ts';
import { type Box, type Link, RANK_GAP, type Rect, type Scope, snap, snapUp } from './Box.ts';
import { CAREFUL_LIMIT, EXACT_LIMIT } from './limits.ts';
import { roomFor } from './roomFor.ts';

/**
 * Places boxes in ranks along the flow so that lines run forward and cross little; the result begins at the origin.
 * The main line is kept straighter than what leaves it. Equal input gives equal output.
 */
export function rankBoxes(
  boxes: readonly Box[],
  { links, gap, stacksAlong }: Pick<Scope, 'links' | 'gap' | 'stacksAlong'>,
): Map<string, Rect> {
  if (boxes.length > CAREFUL_LIMIT) return arrangePlainly({ boxes, links, gap, stacksAlong });
  const names = new Map(boxes.map((box, index) => [box.id, `n${index}`]));
  const graph = new Graph({ multigraph: true });
  const ranker = boxes.length > EXACT_LIMIT ? 'tight-tree' : 'network-simplex';
  graph.setGraph({ rankdir: 'LR', nodesep: gap, edgesep: gap / 2, ranksep: RANK_GAP, ranker });
  for (const box of boxes) graph.setNode(names.get(box.id) ?? '', roomFor(box));
  for (const link of links) {
    const [source, target] = [names.get(link.source), names.get(link.target)];
    if (source === undefined || target === undefined || source === target || graph.hasEdge(source, target)) continue;
    graph.setEdge(source, target, { weight: link.isAside ? 1 : 4, minlen: 1 });
  }
  layout(graph);
  return keepWrittenOrder(
    alignRanks(boxes, links, (box) => graph.node(names.get(box.id) ?? '')),
    links,
  );
}

interface Ranked {
  readonly x?: number;
  readonly y?: number;
  readonly rank?: number;
}

/** Room for words that a gap between two ranks has without more, px. */
const FREE_ROOM = 20;

/**
 * Boxes of one rank share their left edge, with room for the words on lines that leave the rank before; corners lie on the
 * grid; the whole begins at the origin.
 */
function alignRanks(boxes: readonly Box[], links: readonly Link[], find: (box: Box) => Ranked): Map<string, Rect> {
  const lefts = new Map<number, number>();
  const ranked = boxes.map((box) => {
    const { x = 0, y = 0, rank = 0 } = find(box);
    const room = roomFor(box);
    const left = x - room.width / 2;
    lefts.set(rank, Math.min(lefts.get(rank) ?? left, left));
    return { box, rank, top: y - room.height / 2 };
  });
  const shifts = findShifts(ranked, links);
  const originX = [...lefts.values()].reduce((least, left) => Math.min(least, left), Infinity);
  const originY = ranked.reduce((least, { top }) => Math.min(least, top), Infinity);
  return new Map(
    ranked.map(({ box, rank, top }) => {
      const x = snap((lefts.get(rank) ?? 0) - originX) + (shifts.get(rank) ?? 0);
      return [box.id, { x, y: snap(top - originY), width: box.width, height: box.height }];
    }),
  );
}

/** How far each rank moves along the flow, so that words have room before it, px. */
function findShifts(
  ranked: readonly { readonly box: Box; readonly rank: number }[],
  links: readonly Link[],
): ReadonlyMap<number, number> {
  const rankOf = new Map(ranked.map(({ box, rank }) => [box.id, rank]));
  const wider = new Map<number, number>();
  for (const { source, target, room } of links) {
    const [from, to] = [rankOf.get(source), rankOf.get(target)];
    if (from === undefined || to === undefined || to <= from || room <= FREE_ROOM) continue;
    wider.set(from, Math.max(wider.get(from) ?? 0, snapUp(room - FREE_ROOM)));
  }
  const shifts = new Map<number, number>();
  let shift = 0;
  for (const rank of [...new Set(rankOf.values())].toSorted((a, b) => a - b)) {
    shifts.set(rank, shift);
    shift += wider.get(rank) ?? 0;
  }
  return shifts;
}

/**
 * Mirrors the arrangement when more branches of one task, and boxes nothing leads to, are placed against the order in
 * which they are written than in it.
 */
function keepWrittenOrder(rects: Map<string, Rect>, links: readonly Link[]): Map<string, Rect> {
  const targets = new Set(links.map((link) => link.target));
  const roots = [...rects].filter(([id]) => !targets.has(id)).map(([id]) => ({ source: null, target: id }));
  const last = new Map<string | null, Rect>();
  let balance = 0;
  for (const { source, target } of [...roots, ...links]) {
    const [before, after] = [last.get(source), rects.get(target)];
    if (!after || (source !== null && !rects.has(source))) continue;
    if (before) balance += Math.sign(middleOf(after) - middleOf(before));
    last.set(source, after);
  }
  if (balance >= 0) return rects;
  const bottom = Math.max(...[...rects.values()].map((rect) => rect.y + roomFor(rect).height));
  return new Map([...rects].map(([id, rect]) => [id, { ...rect, y: bottom - rect.y - roomFor(rect).height }]));
}

function middleOf(rect: Rect): number {
  return rect.y + roomFor(rect).height / 2;
}
