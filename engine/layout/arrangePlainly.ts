import { type Box, GRID, type Link, RANK_GAP, type Rect, type Scope, type Size, snapUp } from './Box.ts';
import { findRanks } from './findRanks.ts';

/** How many times as long as high the whole is made, as a screen is. */
const ASPECT = 2;

/** Rows may be longer by that much, so that a last column does not begin a row of its own. */
const SLACK = 1.15;

/** Boxes of one rank, or as many of them as one column holds. */
interface Column {
  readonly boxes: readonly Box[];
  readonly width: number;
  readonly height: number;
}

/**
 * Places boxes in time linear to boxes and lines: each one rank behind the last box that leads to it, those of one rank in
 * columns in the order given, and the columns in rows, as words on a page. Corners lie on the grid; the whole begins at the
 * origin. No two boxes overlap. Equal input gives equal output.
 */
export function arrangePlainly(
  scope: Pick<Scope, 'boxes' | 'links' | 'gap' | 'stacksAlong' | 'share'>,
): Map<string, Rect> {
  const placed = new Map<string, Rect>();
  const page = measurePage(scope);
  let [x, y, rowHeight] = [0, 0, 0];
  for (const column of listColumns(scope, page.height)) {
    if (x > 0 && x + column.width > page.width) {
      y = snapUp(y + rowHeight + scope.gap);
      [x, rowHeight] = [0, 0];
    }
    let top = y;
    for (const { id, width, height } of column.boxes) {
      placed.set(id, { x, y: top, width, height });
      top = snapUp(top + roomFor({ width, height }).height + scope.gap);
    }
    x = snapUp(x + column.width + RANK_GAP);
    rowHeight = Math.max(rowHeight, column.height);
  }
  return placed;
}

/** The length of rows and the height of columns that make the whole about as wide as a screen. */
function measurePage({ boxes, gap, stacksAlong, share = 1 }: Pick<Scope, 'boxes' | 'gap' | 'stacksAlong' | 'share'>) {
  let area = 0;
  for (const box of boxes) {
    const room = roomFor(box);
    area += (room.width + RANK_GAP) * (room.height + gap);
  }
  area /= share;
  const width = Math.sqrt(area * (stacksAlong ? 1 / ASPECT : ASPECT));
  return { width: width * SLACK, height: width === 0 ? 0 : area / width };
}

/** The boxes of each rank, cut into columns no higher than `most` where there is more than one box to cut. */
function listColumns({ boxes, links, gap }: Pick<Scope, 'boxes' | 'links' | 'gap'>, most: number): readonly Column[] {
  return sortByRank(boxes, links).flatMap((rank) => {
    const columns: Column[] = [];
    let open: Box[] = [];
    let [width, height] = [0, 0];
    for (const box of rank) {
      const room = roomFor(box);
      if (open.length > 0 && height + gap + room.height > most) {
        columns.push({ boxes: open, width, height });
        open = [];
        [width, height] = [0, 0];
      }
      height = snapUp(height + (open.length === 0 ? 0 : gap) + room.height);
      width = Math.max(width, room.width);
      open.push(box);
    }
    if (open.length > 0) columns.push({ boxes: open, width, height });
    return columns;
  });
}

function sortByRank(boxes: readonly Box[], links: readonly Link[]): readonly (readonly Box[])[] {
  const ranks = findRanks(boxes, links);
  const sorted: Box[][] = [];
  for (const box of boxes) {
    const rank = ranks.get(box.id) ?? 0;
    const known = sorted[rank];
    if (known) known.push(box);
    else sorted[rank] = [box];
  }
  // A rank may be empty where a circle was cut.
  return sorted.filter((rank) => rank !== undefined);
}

/**
 * The room a box takes: whole grid cells, so that snapping never brings two boxes closer, and across the flow an odd
 * number of cells, so that boxes of different sizes on one line keep a common middle.
 */
export function roomFor(box: Size): { width: number; height: number } {
  return { width: snapUp(box.width), height: Math.ceil((box.height - GRID) / (2 * GRID)) * 2 * GRID + GRID };
}
