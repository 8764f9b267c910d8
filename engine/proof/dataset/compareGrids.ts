import { equalJson, type Json } from '../../base/index.ts';
import type { Grid, GridCell, VariantSummary } from './Grid.ts';

/** What of a result is compared: of one that was written to a file, too. */
export type ComparedGrid = Pick<Grid, 'name' | 'cases' | 'variants' | 'summaries'> & {
  readonly cells: readonly ComparedCell[];
};

/** What of a cell is compared. */
export type ComparedCell = Pick<GridCell, 'case' | 'variant' | 'passed' | 'output' | 'scores' | 'usage' | 'duration'>;

/** Two results of one dataset, cell by cell. */
export interface GridComparison {
  readonly name: string;
  /** Of the variants that both have, and those that one has. */
  readonly variants: readonly VariantComparison[];
  /** Those that differ, in the order of the later result; then those that are gone. */
  readonly cells: readonly CellComparison[];
  /** How many cells are the same. */
  readonly same: number;
}

/** One variant before and after; null where it was not there. */
export interface VariantComparison {
  readonly variant: string;
  readonly before: VariantSummary | null;
  readonly after: VariantSummary | null;
}

/**
 * What became of a cell. `better` and `worse`: by whether it passes, else by the sum of its scores; `different`: the output alone; `new` and
 * `gone`: the other result does not have its row under its variant.
 */
export type CellChange = 'better' | 'worse' | 'different' | 'new' | 'gone';

/** One cell before and after. */
export interface CellComparison {
  readonly case: string;
  readonly variant: string;
  readonly change: CellChange;
  readonly before: ComparedCell | null;
  readonly after: ComparedCell | null;
}

/**
 * Compares two results of a dataset. Rows are the same where what they hold is, or where both are called the same by their `id` or `name`; variants by their name.
 */
export function compareGrids(before: ComparedGrid, after: ComparedGrid): GridComparison {
  const old = cellsByPlace(before);
  const found: CellComparison[] = [];
  let same = 0;
  for (const [place, { cell, ...names }] of cellsByPlace(after)) {
    const known = old.get(place)?.cell ?? null;
    old.delete(place);
    const change = known === null ? 'new' : changeOf(known, cell);
    if (change === null) same += 1;
    else found.push({ ...names, change, before: known, after: cell });
  }
  for (const { cell, ...names } of old.values()) found.push({ ...names, change: 'gone', before: cell, after: null });
  const variants = [...new Set([...after.variants, ...before.variants])].map((variant) => ({
    variant,
    before: before.summaries.find((each) => each.variant === variant) ?? null,
    after: after.summaries.find((each) => each.variant === variant) ?? null,
  }));
  return { name: after.name, variants, cells: found, same };
}

/** The sum of the scores that a cell has. */
export function totalScore({ scores }: Pick<GridCell, 'scores'>): number {
  return Object.values(scores).reduce((sum, { value }) => sum + (value ?? 0), 0);
}

interface NamedCell {
  readonly case: string;
  readonly variant: string;
  readonly cell: ComparedCell;
}

function cellsByPlace({ cases, variants, cells }: ComparedGrid): Map<string, NamedCell> {
  const found = new Map<string, NamedCell>();
  for (const cell of cells) {
    const row = cases[cell.case];
    const variant = variants[cell.variant];
    if (row === undefined || variant === undefined) continue;
    // A number says only where a row is, which another one before it changes.
    const identity = /^\d+( \(\d+\))?$/.test(row.name) ? JSON.stringify(row.row) : row.name;
    const place = JSON.stringify([identity, variant]);
    const isTaken = found.has(place);
    found.set(isTaken ? JSON.stringify([place, cell.case]) : place, { case: row.name, variant, cell });
  }
  return found;
}

/** Null: the same. */
function changeOf(before: ComparedCell, after: ComparedCell): CellChange | null {
  if (before.passed !== after.passed) return after.passed ? 'better' : 'worse';
  const difference = totalScore(after) - totalScore(before);
  if (Math.abs(difference) > 1e-9) return difference > 0 ? 'better' : 'worse';
  const output: Json = after.output;
  return equalJson(before.output, output) ? null : 'different';
}
