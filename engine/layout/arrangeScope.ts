import { arrangePlainly, roomFor } from './arrangePlainly.ts';
import {
  type Block,
  type Box,
  boundsOf,
  GRID,
  joinBlocks,
  type Lane,
  type Link,
  moveBlock,
  RANK_GAP,
  type Rect,
  type Scope,
  snap,
  snapUp,
} from './Box.ts';
import { breakRows } from './breakRows.ts';
import { arrangeLayers, type Layers, type Spot } from './layered/arrangeLayers.ts';
import { CAREFUL_LIMIT } from './limits.ts';
import { splitComponents } from './splitComponents.ts';

/** Up to this many boxes without lines form one row; more are wrapped. */
const ROW_LIMIT = 5;

/**
 * Places all boxes of a scope, in ranks along the flow. Parts without lines between them follow one another across it, and
 * boxes that nothing joins come last.
 */
export function arrangeScope(scope: Scope): Block {
  if (scope.isPlain) return { rects: arrangePlainly(scope), lanes: [] };
  const placed: Block[] = [];
  const singles: Box[] = [];
  let y = 0;
  for (const group of splitComponents(scope.boxes, scope.links)) {
    const [first] = group;
    if (group.length === 1 && first) {
      singles.push(first);
      continue;
    }
    const block = rankBoxes(group, scope);
    placed.push(moveBlock(block, { x: 0, y }));
    y = snapUp(y + boundsOf(block.rects.values()).height + scope.gap);
  }
  const whole = joinBlocks([...placed, moveBlock({ rects: stackSingles(singles, scope), lanes: [] }, { x: 0, y })]);
  return scope.rowWidth === null ? whole : breakRows(whole, scope.links, scope.rowWidth);
}

/** Lays boxes that nothing joins in lines of at most {@link ROW_LIMIT}, or as many as make the whole about square. */
function stackSingles(boxes: readonly Box[], { gap, stacksAlong, share = 1 }: Scope): Map<string, Rect> {
  const perLine = boxes.length <= ROW_LIMIT ? ROW_LIMIT : Math.ceil(Math.sqrt((boxes.length * 2) / share));
  const placed = new Map<string, Rect>();
  let line = 0;
  for (let start = 0; start < boxes.length; start += perLine) {
    let along = 0;
    let depth = 0;
    for (const box of boxes.slice(start, start + perLine)) {
      const [x, y] = stacksAlong ? [along, line] : [line, along];
      placed.set(box.id, { x, y, width: box.width, height: box.height });
      along = snapUp(along + (stacksAlong ? box.width : box.height) + gap);
      depth = Math.max(depth, stacksAlong ? box.height : box.width);
    }
    line = snapUp(line + depth + gap);
  }
  return placed;
}

/**
 * Places boxes in ranks along the flow so that lines run forward and cross little; the result begins at the origin.
 * The main line is kept straighter than what leaves it. Equal input gives equal output.
 */
function rankBoxes(
  boxes: readonly Box[],
  { links, gap, stacksAlong, share = 1 }: Pick<Scope, 'links' | 'gap' | 'stacksAlong' | 'share'>,
): Block {
  if (boxes.length / share > CAREFUL_LIMIT) {
    return { rects: arrangePlainly({ boxes, links, gap, stacksAlong, share }), lanes: [] };
  }
  const sized = boxes.map((box) => ({ id: box.id, height: roomFor(box).height }));
  const layers = keepWrittenOrder(arrangeLayers(sized, links, gap), links);
  const ranks = measureRanks(boxes, links, layers);
  const top = boxes.reduce((least, box) => Math.min(least, topOf(box, layers)), Infinity);
  const rects = boxes.map((box): readonly [string, Rect] => {
    const { x = 0 } = ranks[layers.spots.get(box.id)?.rank ?? 0] ?? {};
    return [box.id, { x, y: snap(topOf(box, layers) - top), width: box.width, height: box.height }];
  });
  const lanes = layers.lanes.map(({ source, target, spots }): Lane => {
    return { source, target, spots: spots.map((spot) => toRect(spot, ranks, top)) };
  });
  return { rects: new Map(rects), lanes };
}

/** Room for words that a gap between two ranks has without more, px. */
const FREE_ROOM = 20;

/** What a rank takes along the flow, px. */
type Rank = Pick<Rect, 'x' | 'width'>;

const NO_RANK: Rank = { x: 0, width: 0 };

/** Where each rank begins, with room for the words on lines that leave the rank before. */
function measureRanks(boxes: readonly Box[], links: readonly Link[], { spots }: Layers): readonly Rank[] {
  const [widths, rooms]: [number[], number[]] = [[], []];
  for (const box of boxes) {
    const rank = spots.get(box.id)?.rank ?? 0;
    widths[rank] = Math.max(widths[rank] ?? 0, roomFor(box).width);
  }
  for (const { source, target, room } of links) {
    const [from, to] = [spots.get(source)?.rank, spots.get(target)?.rank];
    if (from === undefined || to === undefined || to <= from) continue;
    rooms[from] = Math.max(rooms[from] ?? 0, snapUp(room - FREE_ROOM));
  }
  const ranks: Rank[] = [];
  let x = 0;
  for (const rank of widths.keys()) {
    const width = widths[rank] ?? 0;
    ranks.push({ x, width });
    x += width + RANK_GAP + Math.max(0, rooms[rank] ?? 0);
  }
  return ranks;
}

function toRect({ rank, across }: Spot, ranks: readonly Rank[], top: number): Rect {
  const { x, width } = ranks[rank] ?? NO_RANK;
  return { x, y: snap(across - top - GRID / 2) + GRID / 2, width, height: 0 };
}

function mirror(spot: Spot): Spot {
  return { rank: spot.rank, across: -spot.across };
}

function topOf(box: Box, { spots }: Layers): number {
  return (spots.get(box.id)?.across ?? 0) - roomFor(box).height / 2;
}

/**
 * Mirrors the arrangement when more branches of one task, and boxes nothing leads to, are placed against the order in
 * which they are written than in it; what leaves the main line counts as written after it.
 */
function keepWrittenOrder(layers: Layers, links: readonly Link[]): Layers {
  const targets = new Set(links.map((link) => link.target));
  const roots = [...layers.spots.keys()].filter((id) => !targets.has(id)).map((id) => ({ source: null, target: id }));
  const last = new Map<string | null, number>();
  let balance = 0;
  const sorted = links.toSorted((a, b) => Number(a.isAside) - Number(b.isAside));
  for (const { source, target } of [...roots, ...sorted]) {
    const [before, after] = [last.get(source), layers.spots.get(target)?.across];
    if (after === undefined || (source !== null && !layers.spots.has(source))) continue;
    if (before !== undefined) balance += Math.sign(after - before);
    last.set(source, after);
  }
  if (balance >= 0) return layers;
  return {
    spots: new Map([...layers.spots].map(([id, spot]) => [id, mirror(spot)])),
    lanes: layers.lanes.map((lane) => ({ ...lane, spots: lane.spots.map(mirror) })),
  };
}
