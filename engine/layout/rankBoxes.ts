import { Graph, layout } from '@dagrejs/dagre';
import { type Box, GRID, type Link, RANK_GAP, type Rect, type Size, snap, snapUp } from './Box.ts';
import { rankLinearly } from './rankLinearly.ts';

/** Above this many boxes the exact ranking costs more than it shows. */
const EXACT_LIMIT = 300;

/** Above this many boxes a careful layout takes seconds, and in the end more than the stack holds. */
const CAREFUL_LIMIT = 600;

/**
 * Places boxes in ranks along the flow so that lines run forward and cross little; the result begins at the origin.
 * The main line is kept straighter than what leaves it. Equal input gives equal output.
 */
export function rankBoxes(boxes: readonly Box[], links: readonly Link[], gap: number): Map<string, Rect> {
  if (boxes.length > CAREFUL_LIMIT) {
    const ranked = rankLinearly(boxes, links, { gap, roomFor });
    return alignRanks(boxes, (box) => ranked.get(box.id) ?? {});
  }
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
    alignRanks(boxes, (box) => graph.node(names.get(box.id) ?? '')),
    links,
  );
}

/**
 * The room a box takes: whole grid cells, so that snapping never brings two boxes closer, and across the flow an odd
 * number of cells, so that boxes of different sizes on one line keep a common middle.
 */
function roomFor(box: Size): { width: number; height: number } {
  return { width: snapUp(box.width), height: Math.ceil((box.height - GRID) / (2 * GRID)) * 2 * GRID + GRID };
}

interface Ranked {
  readonly x?: number;
  readonly y?: number;
  readonly rank?: number;
}

/** Boxes of one rank share their left edge; corners lie on the grid; the whole begins at the origin. */
function alignRanks(boxes: readonly Box[], find: (box: Box) => Ranked): Map<string, Rect> {
  const lefts = new Map<number, number>();
  const ranked = boxes.map((box) => {
    const { x = 0, y = 0, rank = 0 } = find(box);
    const room = roomFor(box);
    const left = x - room.width / 2;
    lefts.set(rank, Math.min(lefts.get(rank) ?? left, left));
    return { box, rank, top: y - room.height / 2 };
  });
  const originX = [...lefts.values()].reduce((least, left) => Math.min(least, left), Infinity);
  const originY = ranked.reduce((least, { top }) => Math.min(least, top), Infinity);
  return new Map(
    ranked.map(({ box, rank, top }) => {
      const x = snap((lefts.get(rank) ?? 0) - originX);
      return [box.id, { x, y: snap(top - originY), width: box.width, height: box.height }];
    }),
  );
}

/**
 * Turns the whole over when more branches of one task, and boxes nothing leads to, stand against the order in which they
 * are written than in it.
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
