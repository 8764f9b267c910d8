import { type Data, err, isDataMap, type Result } from '../base/index.ts';
import {
  columnOf,
  type EditStep,
  type MapEntry,
  type MapNode,
  partEnd,
  removeAt,
  type Syntax,
  setValue,
} from '../syntax/index.ts';
import type { Path, Refusal, TextEdit } from '../text/index.ts';
import { type Conversion, edits, ownNode, valueAt } from './Conversion.ts';

interface MapEntryPlace {
  readonly map: MapNode;
  readonly entry: MapEntry;
}

export function findPlace(syntax: Syntax, path: Path): MapEntryPlace | null {
  const parent = ownNode(syntax, path.slice(0, -1));
  const entry = parent?.kind === 'map' ? parent.entries.find(({ key }) => key === String(path.at(-1))) : undefined;
  return parent?.kind === 'map' && entry !== undefined ? { map: parent, entry } : null;
}

/** The lines of an entry from its key on, moved to column 0, with what follows it on its last line and deeper comments below. */
export function linesOf({ text }: Syntax, entry: MapEntry): readonly string[] {
  const column = columnOf(text, entry.start);
  const lines = text.slice(entry.start, partEnd(text, entry)).split(/\r?\n/);
  return lines.map((line, index) => {
    if (index === 0) return line;
    return line.slice(0, column).trim() === '' ? line.slice(column) : line.trimStart();
  });
}

/**
 * Makes an entry a comment where it is written, line by line. An entry that is alone in its map takes the map's key along; one in
 * brackets becomes a comment above the line.
 */
export function commentOut(path: Path): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, path);
    if (place === null) return nothingThere(path);
    const { map, entry } = place;
    if (map.style === 'flow') return commentAbove(syntax, path, entry);
    const isAlone = map.entries.length === 1;
    if (isAlone && typeof path.at(-2) === 'string') return commentOut(path.slice(0, -1))(syntax);
    const { text } = syntax;
    const margin = ' '.repeat(columnOf(text, entry.start));
    const lines = linesOf(syntax, entry).map((line) => (line.trim() === '' ? line : `# ${line}`));
    const commented = lines.map((line, index) => (index === 0 || line === '' ? line : margin + line));
    const end = partEnd(text, entry);
    // The only key of an item: the item stays, empty.
    const rest = isAlone && path.length > 1 ? `${eolOf(text)}${margin}{}` : '';
    return edits({ start: entry.start, end, text: commented.join(eolOf(text)) + rest });
  };
}

function commentAbove(syntax: Syntax, path: Path, entry: MapEntry): Result<readonly TextEdit[], Refusal> {
  const removed = removeAt(syntax, path);
  if (!removed.ok) return removed;
  const { text } = syntax;
  const written = text.slice(entry.start, entry.end).replace(/\s*\r?\n\s*/g, ' ');
  return edits(lineAbove(syntax, flowStart(syntax, path) ?? 0, [`# ${written}`]), ...removed.value);
}

/** Lines above the one that holds an offset, as far to the right. */
export function lineAbove({ text }: Syntax, offset: number, lines: readonly string[]): TextEdit {
  const line = offset - columnOf(text, offset);
  const margin = /^ */.exec(text.slice(line))?.[0] ?? '';
  return { start: line, end: line, text: lines.map((written) => margin + written + eolOf(text)).join('') };
}

/** Where the outermost part in brackets around a path begins; null where there is none. */
export function flowStart(syntax: Syntax, path: Path): number | null {
  for (let depth = 0; depth < path.length; depth += 1) {
    const node = ownNode(syntax, path.slice(0, depth));
    if ((node?.kind === 'map' || node?.kind === 'list') && node.style === 'flow') return node.start;
  }
  return null;
}

/** `task: {…}` becomes a list of one under another key, without moving its lines where they are to the right of the key. */
export function makeList(path: Path, key: string): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, path);
    const value = place?.entry.value;
    if (place === null || value?.kind !== 'map') return nothingThere(path);
    const { text } = syntax;
    const { keyNode } = place.entry;
    const renamed = { start: keyNode.start, end: keyNode.end, text: key };
    if (value.style === 'flow') {
      return edits(
        renamed,
        { start: value.start, end: value.start, text: '[' },
        { start: value.end, end: value.end, text: ']' },
      );
    }
    const [first] = value.entries;
    if (first === undefined || columnOf(text, first.start) < columnOf(text, keyNode.start) + 2)
      return nothingThere(path);
    return edits(renamed, { start: first.start - 2, end: first.start, text: '- ' });
  };
}

/** Writes a comment behind the value of an entry, or above the line where it is in brackets. */
export function addComment(path: Path, comment: string): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, path);
    if (place === null) return nothingThere(path);
    const flow = flowStart(syntax, path);
    if (flow !== null) return edits(lineAbove(syntax, flow, [`# ${path.at(-1)} ${comment}`]));
    const { end } = place.entry;
    return edits({ start: end, end, text: ` # ${comment}` });
  };
}

export function nothingThere(path: Path): Result<readonly TextEdit[], Refusal> {
  return err({ code: 'UNKNOWN_PATH', subject: path.join('.'), message: `There is no “${path.join('.')}” to change.` });
}

export function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The schemas that a document declares in a list, by their ids. */
export function readSchemas(document: Data): ReadonlyMap<string, Data> {
  const list = valueAt(document, 'schemas');
  const found = new Map<string, Data>();
  for (const schema of Array.isArray(list) ? list : []) {
    const id = valueAt(schema, 'id');
    if (typeof id === 'string' && isDataMap(schema))
      found.set(id, new Map([...schema].filter(([key]) => key !== 'id')));
  }
  return found;
}

/** Writes the schema itself where one is only named; a name that leads nowhere becomes a comment. */
export function inlineSchema(conversion: Conversion, path: Path, schemas: ReadonlyMap<string, Data>): void {
  const written = conversion.data(path);
  const named = typeof written === 'string' ? written : valueAt(written, '$ref');
  if (typeof named !== 'string' || named.startsWith('#')) return;
  const id = readId(named) ?? named;
  const schema = schemas.get(id);
  const place = path.join('.');
  if (schema === undefined) {
    conversion.change(`The schema “${named}” of “${place}” is not in this file: kept as a comment.`, commentOut(path));
    return;
  }
  // What is written next to the name describes this use of it.
  const beside = isDataMap(written) ? [...written].filter(([key]) => key !== '$ref') : [];
  const whole = isDataMap(schema) ? new Map([...schema, ...beside]) : schema;
  conversion.change(`“${place}” has the schema “${id}” itself.`, (syntax) => setValue(syntax, path, whole));
}

/** What another format's reference names: a definition by its id, or the file that holds it. */
export interface ForeignReference {
  readonly kind: 'agent' | 'tool' | 'task';
  readonly id: string | null;
  readonly file: string | null;
}

/** Reads `agent(id=x)`, `tool(local::tools.#(id=="x"))`, `task(file=./x.yaml)`; null for what is not written so. */
export function readReference(text: string): ForeignReference | null {
  const found = /^\s*(agent|tool|task)\((.*)\)\s*$/s.exec(text);
  if (found === null) return null;
  const [, kind, inside = ''] = found;
  const file = /^\s*(?:file|path)\s*=\s*["']?([^"']+?)["']?\s*$/.exec(inside)?.[1] ?? null;
  return { kind: kind as ForeignReference['kind'], id: file === null ? readId(inside) : null, file }; // By the pattern.
}

/** The id in `id=x`, `local::tools.#(id=="x")`, `#(id="x")`; null where there is none. */
export function readId(text: string): string | null {
  return /(?:^|[(\s])id\s*==?\s*["']?([^"')\s]+)["']?/.exec(text)?.[1] ?? null;
}

/** The name of a file without folders and ending. */
export function stemOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}
