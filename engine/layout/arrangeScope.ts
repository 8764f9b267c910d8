import { arrangePlainly } from './arrangePlainly.ts';
import { type Box, boundsOf, type Link, RANK_GAP, type Rect, type Scope, sharesColumn, snap, snapUp } from './Box.ts';
import { breakRows } from './breakRows.ts';
import { findFreeSpot } from './findFreeSpot.ts';
import { listBlocks } from './listBlocks.ts';
import { rankBoxes } from './rankBoxes.ts';

/** Up to this many boxes without lines form one row; more are wrapped. */
const ROW_LIMIT = 5;

/**
 * Places all boxes of a scope: first the main line in ranks, then what leaves it (error branches, hooks) below it,
 * one step after the task it leaves. Parts without lines between them follow one another across the flow.
 */
export function arrangeScope(scope: Scope): Map<string, Rect> {
  if (scope.isPlain) return arrangePlainly(scope);
  const { main, aside } = listBlocks(scope.boxes, scope.links);
  const placed = arrangeMain(main, scope);
  const lower = [...placed.values()];
  for (const group of aside) {
    const block = rankBoxes(group, scope);
    const spot = findAsideSpot(boundsOf(block.values()), findAnchor(group, scope.links, placed), {
      main: lower,
      gap: scope.gap,
    });
    const free = findFreeSpot(spot, [...placed.values()], scope.gap);
    for (const [id, rect] of block) placed.set(id, { ...rect, x: rect.x + free.x, y: rect.y + free.y });
  }
  return scope.rowWidth === null ? placed : breakRows(placed, scope.links, scope.rowWidth);
}

function arrangeMain(groups: readonly (readonly Box[])[], scope: Scope): Map<string, Rect> {
  const placed = new Map<string, Rect>();
  const singles: Box[] = [];
  let y = 0;
  for (const group of groups) {
    const [first] = group;
    if (group.length === 1 && first) {
      singles.push(first);
      continue;
    }
    const block = rankBoxes(group, scope);
    for (const [id, rect] of block) placed.set(id, { ...rect, y: rect.y + y });
    y = snapUp(y + boundsOf(block.values()).height + scope.gap);
  }
  for (const [id, rect] of stackSingles(singles, scope)) placed.set(id, { ...rect, y: rect.y + y });
  return placed;
}

/** Lays boxes that nothing joins in lines of at most {@link ROW_LIMIT}, or as many as make the whole about square. */
function stackSingles(boxes: readonly Box[], { gap, stacksAlong }: Scope): Map<string, Rect> {
  const perLine = boxes.length <= ROW_LIMIT ? ROW_LIMIT : Math.ceil(Math.sqrt(boxes.length * 2));
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

/** The placed box a group hangs on: of several, the middle one along the flow. */
function findAnchor(
  group: readonly Box[],
  links: readonly Link[],
  placed: ReadonlyMap<string, Rect>,
): Rect | undefined {
  const ids = new Set(group.map((box) => box.id));
  const sources = links.flatMap((link) => {
    const rect = ids.has(link.target) ? placed.get(link.source) : undefined;
    return rect ? [rect] : [];
  });
  sources.sort((a, b) => a.x - b.x || a.y - b.y);
  return sources[Math.floor((sources.length - 1) / 2)];
}

function findAsideSpot(
  block: Rect,
  anchor: Rect | undefined,
  { main, gap }: { readonly main: readonly Rect[]; readonly gap: number },
): Rect {
  if (!anchor) {
    const all = boundsOf(main);
    return { ...block, x: 0, y: snapUp(all.y + all.height + gap) };
  }
  const x = snap(anchor.x + anchor.width + RANK_GAP);
  const reach = { ...block, x: anchor.x, width: x - anchor.x + block.width };
  const above = boundsOf(main.filter((rect) => sharesColumn(rect, reach, 0)));
  return { ...block, x, y: snapUp(Math.max(above.y + above.height, anchor.y + anchor.height) + gap) };
}
