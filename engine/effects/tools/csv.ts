import Papa from 'papaparse';
import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue, toText } from '../../base/index.ts';
import type { Outcome, OutcomeWarning } from '../../run/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInCall.ts';

interface CsvOptions {
  /** Empty: found out from the text. */
  readonly delimiter: string;
  readonly hasHeader: boolean;
  readonly escapesFormulas: boolean;
}

/** How many fields a table may have, those that rows shorter than the header omit included. */
const MOST_FIELDS = 2_000_000;

/** How many columns a table may have: spreadsheets end at 16,384. */
const MOST_COLUMNS = 100_000;

/** Runs `core:csv` (format.md section 3): `text` gives `{rows, columns}`, `rows` give `{text}`. */
export function runCsv({ input, config }: Pick<BuiltInCall<'csv'>, 'input' | 'config'>): Outcome {
  const options = {
    delimiter: toText(input.delimiter ?? config.delimiter),
    hasHeader: (input.header ?? config.header) !== false,
    escapesFormulas: (input.formulas ?? config.formulas) !== 'keep',
  };
  const { text, rows } = input;
  if ((text === undefined) === (rows === undefined)) {
    return fail('VALIDATION_ERROR', 'Give either `text` to read or `rows` to write.', { type: 'csv', reason: 'input' });
  }
  return typeof text === 'string' ? readCsv(text, options) : writeCsv(toRows(rows), input.columns, options);
}

function readCsv(text: string, options: CsvOptions): Outcome {
  const { hasHeader } = options;
  const lines = readLines(text, options);
  if (!Array.isArray(lines)) return lines;
  const widest = lines.reduce((width, line) => Math.max(width, line.length), 0);
  if (widest > MOST_COLUMNS) return tooLarge(MOST_COLUMNS, 'columns');
  const columns = nameColumns(hasHeader ? (lines[0] ?? []) : [], hasHeader ? (lines[0]?.length ?? 0) : widest);
  if (!hasHeader) return succeed({ rows: lines, columns });
  if (columns.length * (lines.length - 1) > MOST_FIELDS) return tooLarge();
  const rows = lines.slice(1).map((line) => jsonObject(columns.map((column, index) => [column, line[index] ?? null])));
  return succeed({ rows, columns }, warnOfWidths(lines, columns.length));
}

/** The fields of each line, as texts; or why there are none. */
function readLines(text: string, { delimiter: given }: CsvOptions): string[][] | Outcome {
  const delimiter = given === '' ? guessDelimiter(text) : given;
  const bad = findBadLine(text, delimiter);
  if (bad !== null) return bad.isTooLong ? tooLarge() : brokenQuote(bad.row);
  const lines: string[][] = [];
  let fields = 0;
  let quoted: number | null = null;
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: true,
    step: ({ data, errors }, parser) => {
      lines.push(data);
      fields += data.length;
      if (errors.some(({ type }) => type === 'Quotes')) quoted = lines.length;
      if (quoted !== null || fields > MOST_FIELDS) parser.abort();
    },
  });
  if (quoted !== null) return brokenQuote(quoted);
  return fields > MOST_FIELDS ? tooLarge() : lines;
}

function brokenQuote(row: number): Outcome {
  return fail('VALIDATION_ERROR', `Row ${row} has a quote that is not closed, or text after one.`, {
    type: 'csv',
    reason: 'quotes',
    row,
  });
}

/** How much of a text is looked at to find out what separates its fields, in characters. */
const GUESSED_FROM = 262_144;

function guessDelimiter(text: string): string {
  return Papa.parse(text.slice(0, GUESSED_FROM), { preview: 10, skipEmptyLines: true }).meta.delimiter;
}

/** The parser keeps an error for each broken quote of a line: one with so many is not passed to it. */
const BROKEN_QUOTES = 1_000;

/**
 * The first line that is too much for the parser, which takes each as a whole: one with more fields than a table may
 * have, or with a great many broken quotes. Null where there is none; then the parser reports what is wrong.
 */
function findBadLine(text: string, delimiter: string): { readonly row: number; readonly isTooLong: boolean } | null {
  let [row, fields, broken] = [1, 0, 0];
  for (let at = 0; at < text.length; ) {
    // At the beginning of a field.
    if (text[at] === '"') {
      for (let end = text.indexOf('"', at + 1); ; end = text.indexOf('"', end + 1)) {
        if (end === -1) return broken > BROKEN_QUOTES ? { row, isTooLong: false } : null;
        if (text[end + 1] === '"') end += 1;
        else if (isFieldEnd(text, end + 1, delimiter)) {
          at = end + 1;
          break;
        } else if (++broken > BROKEN_QUOTES) return { row, isTooLong: false };
      }
    }
    while (at < text.length && !isFieldEnd(text, at, delimiter)) at += 1;
    const isLineEnd = text[at] === '\n' || text[at] === '\r';
    fields = isLineEnd ? 0 : fields + 1;
    if (fields > MOST_FIELDS) return { row, isTooLong: true };
    if (isLineEnd) row += 1;
    at += isLineEnd ? 1 : delimiter.length;
  }
  return null;
}

function isFieldEnd(text: string, at: number, delimiter: string): boolean {
  const character = text[at];
  if (character === undefined || character === '\n' || character === '\r') return true;
  return character === delimiter[0] && text.startsWith(delimiter, at);
}

function tooLarge(limit = MOST_FIELDS, what = 'fields, counting every column in every row'): Outcome {
  return fail('LIMIT_ERROR', `The table has more than ${limit} ${what}. Use smaller parts of it.`, {
    type: 'csv',
    reason: 'too_large',
    limit,
  });
}

/** Columns without a name get one by their place; a name that came before gets a number. */
function nameColumns(names: readonly string[], count: number): readonly string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const wanted = names[index]?.trim() || `column_${index + 1}`;
    let name = wanted;
    let n = next.get(wanted) ?? 2;
    for (; taken.has(name); n += 1) name = `${wanted}_${n}`;
    next.set(wanted, n);
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
      message: `Row ${first}${others} does not have the ${width} fields of the header. Missing fields are null, surplus ones are dropped.`,
    },
  ];
}

type Row = JsonObject | readonly Json[];

function toRows(rows: Json | undefined): readonly Row[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter((row: Json) => isJsonObject(row) || Array.isArray(row));
}

function writeCsv(rows: readonly Row[], given: Json | undefined, options: CsvOptions): Outcome {
  const { delimiter, hasHeader, escapesFormulas } = options;
  const maps = rows.filter((row) => isJsonObject(row));
  const columns = Array.isArray(given) ? given.map(String) : columnsOf(maps);
  const lists = rows.reduce((count, row) => count + (isJsonObject(row) ? 0 : row.length), 0);
  if (columns.length * (maps.length + 1) + lists > MOST_FIELDS) return tooLarge();
  let escaped = 0;
  const write = (value: Json | undefined): string => {
    const text = toText(value);
    if (!escapesFormulas || typeof value === 'number' || !isFormula(text)) return text;
    escaped += 1;
    return `'${text}`;
  };
  const lines = rows.map((row) =>
    isJsonObject(row) ? columns.map((column) => write(ownValue(row, column))) : row.map(write),
  );
  const header = hasHeader && columns.length > 0 ? [columns.map(write)] : [];
  const text = Papa.unparse([...header, ...lines], { delimiter: delimiter === '' ? ',' : delimiter });
  return succeed({ text }, warnOfFormulas(escaped));
}

/**
 * True for what spreadsheets may take for a formula, which can fetch addresses and start programs. A sign before nothing
 * but digits and marks is a number, or a telephone number, or a dash: `-5`, `+32 470/12.34.56`, `-1.5e3`.
 */
function isFormula(text: string): boolean {
  if (/^[=@\t\r\n＝＠]/.test(text)) return true;
  return /^[+\-＋－]/.test(text) && !/^[+\-＋－](?:[\d\s().,:/%-]*|\d+(?:\.\d+)?[eE][+-]?\d+)$/.test(text);
}

function warnOfFormulas(count: number): readonly OutcomeWarning[] {
  if (count === 0) return [];
  const what = count === 1 ? 'One field begins' : `${count} fields begin`;
  const message = `${what} as a formula does and got a ' before it, so that no spreadsheet runs it. Set formulas: keep where no spreadsheet reads this.`;
  return [{ code: 'CSV_FORMULAS', message }];
}

function columnsOf(maps: readonly JsonObject[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}
