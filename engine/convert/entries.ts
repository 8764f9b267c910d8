import { err, type Result } from '../base/index.ts';
import {
  attachedStart,
  columnOf,
  composeSteps,
  type EditStep,
  findNode,
  isFirstOnLine,
  type MapEntry,
  type MapNode,
  partEnd,
  removeAt,
  type Syntax,
  setValue,
  toNodeData,
} from '../syntax/index.ts';
import type { Path, Refusal, TextEdit } from '../text/index.ts';
import { edits } from './Conversion.ts';

/** How much further to the right the keys of a new map are, where the entry itself does not show it. */
const INDENT = 2;

interface Place {
  readonly map: MapNode;
  readonly entry: MapEntry;
}

function findPlace({ root }: Syntax, path: Path): Place | null {
  const parent = path.length === 1 ? root : findNode({ text: '', root, errors: [] }, path.slice(0, -1));
  const entry = parent?.kind === 'map' ? parent.entries.find(({ key }) => key === String(path.at(-1))) : undefined;
  return parent?.kind === 'map' && entry !== undefined ? { map: parent, entry } : null;
}

/** The lines of an entry from its key on, moved to column 0, with what follows it on its last line and deeper comments below. */
function linesOf({ text }: Syntax, entry: MapEntry): readonly string[] {
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
  const start = flowStart(syntax, path);
  const line = start - columnOf(text, start);
  const margin = /^ */.exec(text.slice(line))?.[0] ?? '';
  const written = text.slice(entry.start, entry.end).replace(/\s*\r?\n\s*/g, ' ');
  const comment = { start: line, end: line, text: `${margin}# ${written}${eolOf(text)}` };
  return edits(comment, ...removed.value);
}

/** Where the outermost part in brackets around a path begins. */
function flowStart(syntax: Syntax, path: Path): number {
  for (let depth = 0; depth < path.length; depth += 1) {
    const node = depth === 0 ? syntax.root : findNode(syntax, path.slice(0, depth));
    if ((node?.kind === 'map' || node?.kind === 'list') && node.style === 'flow') return node.start;
  }
  return 0;
}

/**
 * Moves an entry to another path, as it is written where both are on lines of their own. A map that is missing on the way is made
 * where the entry was, if it is to stay beside it; a map that is empty then goes.
 */
export function moveEntry(from: Path, to: Path): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, from);
    if (place === null) return nothingThere(from);
    const parent = to.slice(0, -1);
    const holder = findNode(syntax, parent) ?? (parent.length === 0 ? syntax.root : null);
    const isBeside = parent.length === from.length && from.slice(0, -1).every((step, at) => step === parent[at]);
    const isOnLine = place.map.style === 'block' && isFirstOnLine(syntax.text, place.entry.start);
    const lines = renameFirst(linesOf(syntax, place.entry), place.entry, String(to.at(-1)));
    const wrapped = [`${String(parent.at(-1))}:`, ...indentLines(lines, indentOf(syntax, place.entry))];
    if (holder === null && isBeside && isOnLine) return replaceLines(syntax, place.entry, wrapped);
    if (holder === null && parent.length === 1 && place.map.style === 'block') {
      return composeSteps(syntax, [(now) => removeAt(now, from, { pruneEmpty: true }), insertLines(wrapped, [], from)]);
    }
    if (holder?.kind === 'map' && holder.style === 'block' && place.map.style === 'block') {
      return composeSteps(syntax, [
        (now) => removeAt(now, from, { pruneEmpty: true }),
        insertLines(lines, parent, from),
      ]);
    }
    const data = toNodeData(place.entry.value);
    return composeSteps(syntax, [(now) => setValue(now, to, data), (now) => removeAt(now, from, { pruneEmpty: true })]);
  };
}

function renameFirst(lines: readonly string[], { keyNode }: MapEntry, key: string): readonly string[] {
  const [first = '', ...rest] = lines;
  return [key + first.slice(keyNode.end - keyNode.start), ...rest];
}

/** Writes lines in the place of an entry that is on lines of its own. */
function replaceLines(
  { text }: Syntax,
  entry: MapEntry,
  lines: readonly string[],
): Result<readonly TextEdit[], Refusal> {
  const [first = '', ...rest] = lines;
  const moved = [first, ...indentLines(rest, columnOf(text, entry.start))];
  return edits({ start: entry.start, end: partEnd(text, entry), text: moved.join(eolOf(text)) });
}

/** How much further to the right an entry has its own keys. */
function indentOf({ text }: Syntax, { start, value }: MapEntry): number {
  const first = value?.kind === 'map' && value.style === 'block' ? value.entries[0] : undefined;
  return first === undefined ? INDENT : Math.max(1, columnOf(text, first.start) - columnOf(text, start));
}

function indentLines(lines: readonly string[], columns: number): readonly string[] {
  const margin = ' '.repeat(columns);
  return lines.map((line) => (line === '' ? line : margin + line));
}

/** Writes lines as an entry of the map at a path: in front of the entry that `from` was in, else at its end. */
function insertLines(lines: readonly string[], parent: Path, from: Path): EditStep {
  return (syntax) => {
    const { text } = syntax;
    const map = parent.length === 0 ? syntax.root : findNode(syntax, parent);
    const last = map?.kind === 'map' ? map.entries.at(-1) : undefined;
    if (map?.kind !== 'map' || last === undefined) return nothingThere(parent);
    const block = indentLines(lines, columnOf(text, last.start)).join(eolOf(text));
    const isInside = from.length > parent.length && parent.every((step, at) => step === from[at]);
    const around = isInside ? map.entries.find(({ key }) => key === String(from[parent.length])) : undefined;
    if (around !== undefined && isFirstOnLine(text, around.start)) {
      const start = attachedStart(text, around.start);
      return edits({ start, end: start, text: block + eolOf(text) });
    }
    const end = partEnd(text, last);
    return edits({ start: end, end, text: eolOf(text) + block });
  };
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

/** Writes a comment behind the value of an entry. */
export function addComment(path: Path, comment: string): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, path);
    if (place === null || place.map.style === 'flow') return nothingThere(path);
    const { end } = place.entry;
    return edits({ start: end, end, text: ` # ${comment}` });
  };
}

function nothingThere(path: Path): Result<readonly TextEdit[], Refusal> {
  return err({ code: 'UNKNOWN_PATH', subject: path.join('.'), message: `There is no “${path.join('.')}” to change.` });
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
