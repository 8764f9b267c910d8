import Papa from 'papaparse';
import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import type { Outcome, OutcomeWarning } from '../../run/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInTool.ts';
import { toText } from './toText.ts';

interface CsvOptions {
  /** Empty: found out from the text. */
  readonly delimiter: string;
  readonly hasHeader: boolean;
}

/** Runs `core:csv` (format.md section 3): `text` gives `{rows, columns}`, `rows` give `{text}`. */
export function runCsv({ input, config }: BuiltInCall): Outcome {
  const options = {
    delimiter: toText(input.delimiter ?? config.delimiter),
    hasHeader: (input.header ?? config.header) !== false,
  };
  const { text, rows } = input;
  if ((text === undefined) === (rows === undefined)) {
    return fail('VALIDATION_ERROR', 'Give either `text` to read or `rows` to write.', { type: 'csv', reason: 'input' });
  }
  return typeof text === 'string' ? readCsv(text, options) : writeCsv(toRows(rows), input.columns, options);
}

function readCsv(text: string, { delimiter, hasHeader }: CsvOptions): Outcome {
  const parsed = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  const broken = parsed.errors.find((error) => error.type === 'Quotes');
  if (broken !== undefined) {
    const row = (broken.row ?? 0) + 1;
    return fail('VALIDATION_ERROR', `Row ${row} has a quote that is not closed, or text after one.`, {
      type: 'csv',
      reason: 'quotes',
      row,
    });
  }
  const lines = parsed.data;
  const widest = lines.reduce((width, line) => Math.max(width, line.length), 0);
  const columns = nameColumns(hasHeader ? (lines[0] ?? []) : [], hasHeader ? (lines[0]?.length ?? 0) : widest);
  if (!hasHeader) return succeed({ rows: lines, columns });
  const rows = lines.slice(1).map((line) => jsonObject(columns.map((column, index) => [column, line[index] ?? null])));
  return succeed({ rows, columns }, warnOfWidths(lines, columns.length));
}

/** Columns without a name get one by their place; a name that came before gets a number. */
function nameColumns(names: readonly string[], count: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const wanted = names[index]?.trim() || `column_${index + 1}`;
    let name = wanted;
    for (let n = 2; taken.has(name); n += 1) name = `${wanted}_${n}`;
    taken.add(name);
    return name;
  });
}

function warnOfWidths(lines: readonly (readonly string[])[], width: number): readonly OutcomeWarning[] {
  const uneven = lines.flatMap((line, index) => (line.length === width ? [] : [index + 1]));
  const [first] = uneven;
  if (first === undefined) return [];
  const others = uneven.length === 1 ? '' : ` and ${uneven.length - 1} more`;
  return [
    {
      code: 'CSV_ROW_LENGTH',
      message: `Row ${first}${others} has not the ${width} fields of the header. Missing fields are null, surplus ones are left out.`,
    },
  ];
}

type Row = JsonObject | readonly Json[];

function toRows(rows: Json | undefined): readonly Row[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter((row: Json) => isJsonObject(row) || Array.isArray(row));
}

function writeCsv(rows: readonly Row[], given: Json | undefined, { delimiter, hasHeader }: CsvOptions): Outcome {
  const maps = rows.filter((row) => isJsonObject(row));
  const columns = Array.isArray(given) ? given.map(String) : columnsOf(maps);
  const lines = rows.map((row) =>
    isJsonObject(row) ? columns.map((column) => toText(ownValue(row, column))) : row.map(toText),
  );
  const header = hasHeader && columns.length > 0 ? [[...columns]] : [];
  return succeed({ text: Papa.unparse([...header, ...lines], { delimiter: delimiter === '' ? ',' : delimiter }) });
}

function columnsOf(maps: readonly JsonObject[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}
