import type { DatasetResult, Grid } from '../../session/tests/index.ts';

/** One cell of a grid. */
export type GridCell = Grid['cells'][number];

/** A row of a dataset with its cells, by variant; undefined where one was not played. */
export interface GridRow {
  readonly index: number;
  readonly name: string;
  readonly row: Grid['cases'][number]['row'];
  readonly cells: readonly (GridCell | undefined)[];
  /** What became of each cell since the result that it is compared with; undefined: the same, or not compared. */
  readonly changes: readonly (CellChange | undefined)[];
}

/** What became of a cell. */
export type CellChange = NonNullable<DatasetResult['comparison']>['cells'][number];

/** Which rows are shown: those of which one cell failed, changed, or differs from that of another variant. */
export type GridFilter = 'all' | 'failed' | 'differ' | 'changed';

/** The rows of a grid with their cells. */
export function toGridRows({ grid, comparison }: DatasetResult): readonly GridRow[] {
  const cells = new Map(grid.cells.map((cell) => [`${cell.case} ${cell.variant}`, cell]));
  const changes = new Map(comparison?.cells.map((each) => [`${each.variant} ${each.case}`, each]));
  return grid.cases.map(({ name, row }, index) => ({
    index,
    name,
    row,
    cells: grid.variants.map((_, variant) => cells.get(`${index} ${variant}`)),
    changes: grid.variants.map((variant) => changes.get(`${variant} ${name}`)),
  }));
}

/** Rows that fit a filter and have all words somewhere, sorted by their name or by the score of a variant. */
export function chooseGridRows(
  rows: readonly GridRow[],
  wanted: { readonly filter: GridFilter; readonly words: string; readonly order: GridOrder | null },
): readonly GridRow[] {
  const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => fits(row, wanted.filter) && words.every((word) => textOf(row).includes(word)));
  const { order } = wanted;
  if (order === null) return found;
  const by = (one: GridRow, other: GridRow): number =>
    order.variant === null
      ? one.index - other.index
      : scoreOf(one.cells[order.variant]) - scoreOf(other.cells[order.variant]);
  const sorted = found.toSorted(by);
  return order.isDescending ? sorted.reverse() : sorted;
}

/** By a variant, or by the rows themselves. */
export interface GridOrder {
  readonly variant: number | null;
  readonly isDescending: boolean;
}

/** The scores of a cell, as they are shown: a dash for none. */
export function formatScore(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : String(Number(value.toFixed(3)));
}

/** What is sorted by: cells that failed come before all others. */
function scoreOf(cell: GridCell | undefined): number {
  if (cell === undefined) return -Infinity;
  const total = Object.values(cell.scores).reduce((sum, { value }) => sum + (value ?? 0), 0);
  return cell.passed ? total : total - 1e9;
}

function fits({ cells, changes }: GridRow, filter: GridFilter): boolean {
  switch (filter) {
    case 'failed':
      return cells.some((cell) => cell?.passed === false);
    case 'changed':
      return changes.some((change) => change !== undefined);
    case 'differ':
      return new Set(cells.map((cell) => JSON.stringify(cell?.output ?? null))).size > 1;
    default:
      return true;
  }
}

function textOf({ name, row, cells }: GridRow): string {
  return JSON.stringify([
    name,
    row,
    cells.map((cell) => [cell?.output, cell?.failures.map(({ message }) => message)]),
  ]).toLowerCase();
}
