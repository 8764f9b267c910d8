import { isJsonObject, type Json } from '#engine/values';

/** Deeper values are omitted: no reader follows them on paper. */
const DEEPEST = 40;

/** A value that is no longer is written on one line. */
const SHORT = 72;

/** JSON over several lines, or on one where it is short, of which at most `most` characters are written: what a large value costs is bounded as well. */
export function printJson(value: Json, most: number): { readonly text: string; readonly isWhole: boolean } {
  const paper: Paper = { lines: [], left: most, isWhole: true };
  write(paper, value, { indent: '', depth: 0 });
  const text = paper.lines.join('');
  const line = paper.isWhole && text.length < 2 * SHORT ? JSON.stringify(value) : '';
  return { text: line !== '' && line.length <= SHORT ? line : text, isWhole: paper.isWhole };
}

interface Paper {
  readonly lines: string[];
  /** Characters. */
  left: number;
  isWhole: boolean;
}

interface PrintDepth {
  readonly indent: string;
  readonly depth: number;
}

function write(paper: Paper, value: Json, place: PrintDepth): void {
  if (typeof value === 'string') return writeText(paper, value);
  if (value === null || typeof value !== 'object') return put(paper, JSON.stringify(value));
  if (isJsonObject(value)) return writeMap(paper, value, place);
  writeList(paper, value, place);
}

function writeList(paper: Paper, list: readonly Json[], place: PrintDepth): void {
  if (list.length === 0) return put(paper, '[]');
  put(paper, '[');
  for (const [index, item] of list.entries()) {
    if (!begin(paper, place, index)) return;
    write(paper, item, inside(place));
  }
  put(paper, `\n${place.indent}]`);
}

function writeMap(paper: Paper, map: { readonly [key: string]: Json }, place: PrintDepth): void {
  let index = 0;
  put(paper, '{');
  for (const key in map) {
    if (!Object.hasOwn(map, key)) continue;
    if (!begin(paper, place, index)) return;
    writeText(paper, key);
    put(paper, ': ');
    write(paper, map[key] ?? null, inside(place));
    index += 1;
  }
  put(paper, index === 0 ? '}' : `\n${place.indent}}`);
}

/** Begins an entry on a line of its own; false where there is no room for it. */
function begin(paper: Paper, { indent, depth }: PrintDepth, index: number): boolean {
  if (depth >= DEEPEST || paper.left <= 0) {
    put(paper, '…');
    paper.isWhole = false;
    return false;
  }
  put(paper, `${index === 0 ? '' : ','}\n${indent}  `);
  return true;
}

function inside({ indent, depth }: PrintDepth): PrintDepth {
  return { indent: `${indent}  `, depth: depth + 1 };
}

function writeText(paper: Paper, text: string): void {
  const isLong = text.length > paper.left;
  if (isLong) paper.isWhole = false;
  put(paper, JSON.stringify(isLong ? text.slice(0, Math.max(0, paper.left)) : text));
}

function put(paper: Paper, text: string): void {
  if (paper.left <= 0) {
    paper.isWhole = false;
    return;
  }
  if (text.length > paper.left) paper.isWhole = false;
  const part = text.length > paper.left ? `${text.slice(0, paper.left)}…` : text;
  paper.left -= part.length;
  paper.lines.push(part);
}
