import { readExactly } from '#engine/numbers';
import { jsonPieces } from './pieces.ts';
import type { PlainValue } from './valueRows.ts';

/** How a value can be read. */
export type ValueViewName = 'answer' | 'text' | 'markdown' | 'html' | 'image' | 'tree' | 'table' | 'raw';

/** The longest text, in characters, that is tried as JSON: what is longer takes too long to read at once. */
const LONGEST_JSON = 500_000;

/** How many members tell whether a list is a table. */
const SAMPLE = 50;

/** How a text begins that is a picture; its first group is the type. */
export const PICTURE = /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;
const MARKUP = /^\s*<(!doctype|html|head|body|div|section|article|table|svg|p|ul|ol|h[1-6])[\s>]/i;
const MARKDOWN = /(^|\n)(#{1,6} \S|```|[-*] \S.*\n[-*] \S|\d+\. \S.*\n\d+\. \S|\|.*\|\n\|[-: |]+\|)|\*\*\S|\]\(https?:/;

/** The ways to read a value, the one that it is shown in first being the first. A text that holds JSON can be read as that. */
export function listViews(value: PlainValue): readonly ValueViewName[] {
  if (typeof value === 'string') return listTextViews(value);
  if (typeof value !== 'object' || value === null) return ['tree'];
  return isTable(value) ? ['tree', 'table', 'raw'] : ['tree', 'raw'];
}

function listTextViews(text: string): readonly ValueViewName[] {
  if (PICTURE.test(text.slice(0, 40))) return ['image', 'text'];
  const held = readJsonText(text);
  if (held !== null) return isTable(held) ? ['tree', 'table', 'text'] : ['tree', 'text'];
  const start = text.slice(0, 20_000);
  if (MARKUP.test(start)) return ['html', 'text', 'raw'];
  return isMarkdown(start) ? ['markdown', 'text', 'raw'] : ['text', 'markdown', 'raw'];
}

/** A part of a value, and the keys that lead to it. */
export interface MainPart {
  readonly value: PlainValue;
  readonly keys: readonly string[];
}

/** A text that is longer, or has several lines, is read as a text rather than in a line of the tree; in characters. */
const LONGEST_LINE = 60;

/**
 * What a person asks a result for: of the response of a request its body; of a map whose other members are empty the text in it, where
 * that is more than a line of the tree shows. Null where there is no such part.
 */
export function findAnswer(value: PlainValue): MainPart | null {
  let answer: MainPart = { value, keys: [] };
  let isBody = false;
  for (let depth = 0; depth < 8; depth += 1) {
    const key = isMap(answer.value) ? tellingKey(answer.value) : undefined;
    if (key === undefined || !isMap(answer.value)) break;
    isBody ||= key === 'body' && 'headers' in answer.value;
    answer = { value: answer.value[key] ?? null, keys: [...answer.keys, key] };
  }
  if (answer.value === null) return null;
  const isText =
    typeof answer.value === 'string' && (answer.value.length > LONGEST_LINE || answer.value.includes('\n'));
  return isBody || (isText && answer.keys.length > 0) ? answer : null;
}

/** The key of a map that has what it is there for. */
function tellingKey(map: { readonly [key: string]: PlainValue }): string | undefined {
  if ('status' in map && 'headers' in map && 'body' in map) return 'body';
  const told = Object.keys(map).filter((key) => map[key] !== null);
  return told.length === 1 ? told[0] : undefined;
}

/** Whether a text looks as if it were written in Markdown. */
export function isMarkdown(text: string): boolean {
  return MARKDOWN.test(text);
}

/** The list or map that a text is JSON of; null where it is not, and where an integer in it would be shown as another one. */
export function readJsonText(text: string): PlainValue | null {
  if (text.length > LONGEST_JSON || !/^\s*[[{]/.test(text)) return null;
  try {
    const { value, lost } = readExactly(text);
    return lost.length === 0 ? value : null;
  } catch {
    return null;
  }
}

/** Whether the first members of a list are maps: rows of a table. */
function isTable(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value) && value.length > 0 && value.slice(0, SAMPLE).every(isMap);
}

function isMap(value: PlainValue): value is { readonly [key: string]: PlainValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The most columns that are shown. */
const MOST_COLUMNS = 40;

/** The keys of the rows of a table, those of the first rows first. */
export function columnsOf(rows: readonly PlainValue[]): readonly string[] {
  const keys = new Set<string>();
  for (const row of rows.slice(0, 4 * SAMPLE)) if (isMap(row)) for (const key of Object.keys(row)) keys.add(key);
  return [...keys].slice(0, MOST_COLUMNS);
}

/** The most keys that are looked at to tell whether each has a column. */
const MOST_LOOKS = 500_000;

/** Whether a row has something that none of the columns shows, as far as can be told at once. */
export function hasMore(rows: readonly PlainValue[], columns: readonly string[]): boolean {
  const shown = new Set(columns);
  let looks = 0;
  for (const row of rows) {
    if (!isMap(row)) continue;
    for (const key of Object.keys(row)) {
      if (!shown.has(key)) return true;
      looks += 1;
    }
    if (looks > MOST_LOOKS) return false;
  }
  return false;
}

/** Whether a row of a table is no map: it is shown in the first column. */
export function isAlone(row: PlainValue | undefined): boolean {
  return row !== undefined && !isMap(row);
}

/** What a row of a table has in a column; undefined where it has nothing. */
export function cellOf(row: PlainValue | undefined, column: string): PlainValue | undefined {
  return row !== undefined && isMap(row) && Object.hasOwn(row, column) ? row[column] : undefined;
}

/** A value as a file. */
interface ValueFile {
  readonly name: string;
  readonly content: Blob;
}

/** A value as a file: a picture as its bytes, a text as it is, all else as JSON. `stem` is the name without its ending. */
export function toFile(stem: string, value: PlainValue): ValueFile {
  if (typeof value !== 'string') return { name: `${stem}.json`, content: new Blob([...writtenParts(value)]) };
  const [view] = listViews(value);
  const picture = view === 'image' ? readPicture(value) : null;
  if (picture !== null) return { name: `${stem}.${picture.ending}`, content: picture.content };
  return { name: `${stem}.${view === 'markdown' ? 'md' : 'txt'}`, content: new Blob([value]) };
}

/** A value as text, in parts: a text as it is, all else as indented JSON that ends with a line break. */
export function* writtenParts(value: PlainValue): Generator<string> {
  if (typeof value === 'string') yield value;
  else for (const piece of jsonPieces(value)) yield `${piece}\n`;
}

/** The picture in a `data:` URL; null where what that holds cannot be read. */
function readPicture(url: string): { readonly ending: string; readonly content: Blob } | null {
  const type = PICTURE.exec(url)?.[1]?.toLowerCase() ?? '';
  const comma = url.indexOf(',');
  const held = url.slice(comma + 1);
  try {
    const isCoded = /;base64$/i.test(url.slice(0, comma));
    const bytes = isCoded ? Uint8Array.from(atob(held), (byte) => byte.charCodeAt(0)) : decodeURIComponent(held);
    const ending = type === 'jpeg' ? 'jpg' : type.replace('+xml', '');
    return { ending, content: new Blob([bytes], { type: `image/${type}` }) };
  } catch {
    return null;
  }
}
