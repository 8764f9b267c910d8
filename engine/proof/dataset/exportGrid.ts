import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue, toText } from '../../base/index.ts';
import { writeTable } from '../../effects/index.ts';
import type { Grid } from './Grid.ts';

/** A test file's grids, as they are written to a table. */
export interface NamedGrid {
  /** The test file. */
  readonly path: string;
  readonly grid: Grid;
}

/** All cells as a table with a header, with the row of each; fields that a spreadsheet would take for formulas are marked. */
export function gridsToCsv(grids: readonly NamedGrid[]): Promise<string> {
  const rows = grids.flatMap(({ path, grid }) => grid.cells.map((cell) => toTableRow(path, grid, cell)));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const last = columns.filter((name) => name.startsWith('row.') || name.startsWith('score.'));
  const first = columns.filter((name) => !last.includes(name));
  return writeTable(rows, [...first, ...last]);
}

function toTableRow(path: string, { name, cases, variants, scores }: Grid, cell: Grid['cells'][number]): JsonObject {
  const { name: title, row } = cases[cell.case] ?? { name: '', row: null };
  const fields = isJsonObject(row) ? Object.entries(row) : [['value', row] as const];
  return jsonObject([
    ['file', path],
    ['test', name],
    ['case', title],
    ['variant', variants[cell.variant] ?? ''],
    ['passed', cell.passed],
    ['status', cell.status],
    ['output', typeof cell.output === 'string' ? cell.output : JSON.stringify(cell.output)],
    ['tokens', cell.usage.tokens],
    ['cost', cell.usage.cost],
    ['judge_tokens', cell.judging.tokens],
    ['judge_cost', cell.judging.cost],
    ['duration_ms', cell.duration],
    ['asked', cell.asked],
    ['failure', cell.failures.map(({ code, message }) => `${code} ${message}`).join('\n')],
    ...scores.flatMap(({ name: score }): [string, Json][] => [
      [`score.${score}`, cell.scores[score]?.value ?? null],
      [`score.${score}.why`, cell.scores[score]?.why ?? ''],
    ]),
    ...fields.map(([key, value]): [string, Json] => [
      `row.${key}`,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  ]);
}

/**
 * All cells as lines of JSON that evaluations of chats read: `input`, a list of messages, and `ideal`, where the row has it; `item` is the row, and `sample`
 * what came. A line is a row again where a dataset reads it.
 */
export function gridsToChatLines(grids: readonly NamedGrid[]): string {
  const lines = grids.flatMap(({ grid }) =>
    grid.cells.map((cell) => {
      const row = grid.cases[cell.case]?.row ?? null;
      const ideal = isJsonObject(row) ? (ownValue(row, 'ideal') ?? ownValue(row, 'expected')) : undefined;
      const scores = Object.entries(cell.scores).map(([name, { value }]): [string, Json] => [name, value]);
      return JSON.stringify({
        input: messagesOf(row),
        ...(ideal === undefined ? {} : { ideal }),
        item: row,
        sample: {
          output_text: toText(cell.output),
          output: cell.output,
          variant: grid.variants[cell.variant] ?? '',
          passed: cell.passed,
          scores: Object.fromEntries(scores),
        },
      });
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function messagesOf(row: Json): Json {
  if (!isJsonObject(row)) return [{ role: 'user', content: toText(row) }];
  const messages = ownValue(row, 'messages');
  if (Array.isArray(messages)) return messages;
  const asked = ownValue(row, 'prompt') ?? ownValue(row, 'input') ?? ownValue(row, 'text') ?? row;
  return [{ role: 'user', content: toText(asked) }];
}
