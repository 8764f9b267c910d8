import { isJsonObject, type Json } from '../../../base/index.ts';
import { type ComparedCell, type ComparedGrid, compareGrids, type GridComparison } from '../../../proof/index.ts';
import { CommandError } from '../../arguments/CommandError.ts';
import type { CommandIo } from '../../CommandIo.ts';
import { onOneLine } from '../../print/terminal.ts';
import { parseJson, readSource } from '../../readFiles.ts';
import type { TestedFile } from '../printTests.ts';
import { formatNumber } from './printGrids.ts';

/** A grid of a result that was written before. */
export interface EarlierGrid {
  readonly path: string;
  readonly grid: ComparedGrid;
}

/** Two results of a dataset of a test file. */
export interface ComparedFile extends GridComparison {
  readonly path: string;
}

/** Reads the grids of a file that `--json` printed. Throws a `CommandError`. */
export async function readGrids(io: CommandIo, file: string): Promise<readonly EarlierGrid[]> {
  const source = await readSource(io, file);
  if (!source.ok)
    throw new CommandError('UNREADABLE_FILE', `--compare ${file}: ${source.error.message}`, { place: file });
  const value = parseJson(source.value.text);
  const files = isJsonObject(value) ? (value['files'] ?? null) : null;
  const unfit = `--compare ${file}: This is not what signalbox test --json printed.`;
  if (!Array.isArray(files)) throw new CommandError('INVALID_FILE', unfit, { place: file });
  return files.flatMap(readFile);
}

function readFile(file: Json): readonly EarlierGrid[] {
  if (!isJsonObject(file)) return [];
  const { path = '', grids = [] } = file;
  if (typeof path !== 'string' || !Array.isArray(grids)) return [];
  return grids.flatMap((grid: Json) => (isGrid(grid) ? [{ path, grid }] : []));
}

/** Whether a value is what is compared of a grid: numbers, names and maps where they are needed. */
function isGrid(value: Json): value is Json & ComparedGrid {
  if (!isJsonObject(value)) return false;
  const { name, cases, variants, cells, summaries } = value;
  const lists = [cases, variants, cells, summaries].every((each) => Array.isArray(each));
  return typeof name === 'string' && lists && Array.isArray(cells) && cells.every(isCell);
}

function isCell(value: Json): value is Json & ComparedCell {
  if (!isJsonObject(value)) return false;
  const { scores, usage } = value;
  return (
    typeof value['case'] === 'number' &&
    typeof value['variant'] === 'number' &&
    isJsonObject(scores) &&
    isJsonObject(usage)
  );
}

/** Compares the datasets that both results have. */
export function compareWith(earlier: readonly EarlierGrid[], tested: readonly TestedFile[]): readonly ComparedFile[] {
  return tested.flatMap(({ path, grids }) =>
    grids.flatMap((grid) => {
      const before = earlier.find((each) => each.path === path && each.grid.name === grid.name);
      return before === undefined ? [] : [{ path, ...compareGrids(before.grid, grid) }];
    }),
  );
}

/** Prints for each variant what became of its scores and its cost, and each cell that differs. */
export function printComparison(io: CommandIo, compared: readonly ComparedFile[]): void {
  if (compared.length === 0) io.printOut('Nothing to compare: the earlier result does not have these datasets.\n');
  for (const { path, name, variants, cells, same } of compared) {
    io.printOut(`${onOneLine(path)} ${onOneLine(name)}: ${same} the same, ${cells.length} not\n`);
    for (const { variant, before, after } of variants) {
      if (before === null || after === null) {
        io.printOut(`  ${onOneLine(variant)}: ${before === null ? 'new' : 'gone'}\n`);
        continue;
      }
      const scores = Object.keys(after.scores).map((score) =>
        describe(score, before.scores[score] ?? null, after.scores[score] ?? null),
      );
      const parts = [
        describe('passed', before.passed, after.passed),
        ...scores,
        describe('tokens', before.usage.tokens, after.usage.tokens),
        describe('cost', before.usage.cost, after.usage.cost),
      ];
      io.printOut(`  ${onOneLine(variant)}: ${parts.join(', ')}\n`);
    }
    for (const { case: row, variant, change } of cells) {
      const color = change === 'better' ? 'green' : change === 'worse' ? 'red' : 'dim';
      io.printOut('    ', { color, text: change }, ` ${onOneLine(row)}, ${onOneLine(variant)}\n`);
    }
  }
}

function describe(what: string, before: number | null, after: number | null): string {
  const name = onOneLine(what);
  return before === after
    ? `${name} ${formatNumber(after)}`
    : `${name} ${formatNumber(before)} → ${formatNumber(after)}`;
}
