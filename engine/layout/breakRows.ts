import { type Block, boundsOf, joinBlocks, type Link, moveBlock, type Rect, snapUp } from './Box.ts';

/** Free space between two rows, px: the line that leads from one to the next runs in it, and the sign of a start fits. */
const ROW_GAP = 80;

/** More boxes are left on one line: a row more would move too much of what is known. */
const MOST_BOXES = 150;

/** So many more are a line that no one finds their way along: they are broken into rows that make the whole as wide as a screen. */
const FEWEST_OF_PAGE = 600;

/** How many times as long as high such a page is. */
const ASPECT = 2;

/** So many lines at most lead over a break; where there are more, reading on would be harder than scrolling. */
const MOST_CROSSING = 2;

/** What one more line over a break costs, besides rows of unequal length. */
const CROSSING_COST = 0.5;

/**
 * Breaks a line of boxes that is longer than a row into rows, one below the other, as a text is: between two ranks, where
 * few lines lead over the break, into rows about as long as each other. What cannot be broken so stays as it is. In flow
 * coordinates; takes time linear in boxes and lines, and square in ranks.
 * @param rowWidth px
 */
export function breakRows(placed: Block, links: readonly Link[], rowWidth: number): Block {
  const { rects, lanes } = placed;
  const { width, height } = boundsOf(rects.values());
  if ((rects.size > MOST_BOXES && rects.size <= FEWEST_OF_PAGE) || width <= rowWidth) return placed;
  const columns = listColumns(rects);
  const page = rects.size > MOST_BOXES ? Math.sqrt(width * (height + ROW_GAP) * ASPECT) : 0;
  const breaks = chooseBreaks(columns, countCrossing(columns, links), Math.max(rowWidth, page));
  if (breaks === null) return placed;
  const rows: Block[] = [];
  let top = 0;
  for (const [index, from] of breaks.entries()) {
    const ids = columns.slice(from, breaks[index + 1]).flatMap((column) => column.ids);
    const row = new Map(ids.flatMap((id) => pick(rects, id)));
    const { x, y, height } = boundsOf(row.values());
    const own = lanes.filter(({ source, target }) => row.has(source) && row.has(target));
    rows.push(moveBlock({ rects: row, lanes: own }, { x: -x, y: top - y }));
    top = snapUp(top + height + ROW_GAP);
  }
  return joinBlocks(rows);
}

function pick(rects: Block['rects'], id: string): readonly (readonly [string, Rect])[] {
  const rect = rects.get(id);
  return rect === undefined ? [] : [[id, rect]];
}

/** Boxes between two places where a straight cut across the flow meets none. */
interface Column {
  readonly ids: string[];
  readonly from: number;
  to: number;
}

function listColumns(placed: ReadonlyMap<string, Rect>): readonly Column[] {
  const columns: Column[] = [];
  for (const [id, { x, width }] of [...placed].toSorted(([, a], [, b]) => a.x - b.x)) {
    const last = columns.at(-1);
    if (last === undefined || x >= last.to) columns.push({ ids: [id], from: x, to: x + width });
    else {
      last.ids.push(id);
      last.to = Math.max(last.to, x + width);
    }
  }
  return columns;
}

/** How many lines lead over the cut before each column. Those aside of the main line that lead to one box share a trunk: they are one. */
function countCrossing(columns: readonly Column[], links: readonly Link[]): readonly number[] {
  const columnOf = new Map(columns.flatMap(({ ids }, index) => ids.map((id) => [id, index] as const)));
  const trunks = new Map<string, { first: number; end: number }>();
  const spans: { first: number; end: number }[] = [];
  for (const { source, target, isAside } of links) {
    const [a, b] = [columnOf.get(source), columnOf.get(target)];
    if (a === undefined || b === undefined || a === b) continue;
    const span = { first: Math.min(a, b) + 1, end: Math.max(a, b) + 1 };
    const trunk = isAside ? trunks.get(target) : undefined;
    if (trunk !== undefined) {
      trunk.first = Math.min(trunk.first, span.first);
      trunk.end = Math.max(trunk.end, span.end);
      continue;
    }
    spans.push(span);
    if (isAside) trunks.set(target, span);
  }
  const change = columns.map(() => 0).concat(0);
  for (const { first, end } of spans) {
    change[first] = (change[first] ?? 0) + 1;
    change[end] = (change[end] ?? 0) - 1;
  }
  let open = 0;
  return change.map((step) => (open += step));
}

/** The first column of each row, so that the whole costs least; null where no breaks are possible. */
function chooseBreaks(
  columns: readonly Column[],
  crossing: readonly number[],
  rowWidth: number,
): readonly number[] | null {
  // Of the columns before each one: what their rows cost at least, and where the last of these begins.
  const costs = [0];
  const starts = [0];
  for (let end = 1; end <= columns.length; end += 1) {
    let [least, from] = [Infinity, 0];
    for (let start = end - 1; start >= 0; start -= 1) {
      const width = (columns[end - 1]?.to ?? 0) - (columns[start]?.from ?? 0);
      if (width > rowWidth) break;
      const cost = (costs[start] ?? Infinity) + costOfBreak(crossing[start] ?? 0) + (1 - width / rowWidth) ** 2;
      if (cost < least) [least, from] = [cost, start];
    }
    costs.push(least);
    starts.push(from);
  }
  if (costs.at(-1) === Infinity) return null;
  const breaks: number[] = [];
  for (let end = columns.length; end > 0; end = starts[end] ?? 0) breaks.unshift(starts[end] ?? 0);
  return breaks;
}

function costOfBreak(crossing: number): number {
  return crossing > MOST_CROSSING ? Infinity : Math.max(0, crossing - 1) * CROSSING_COST;
}
