import { type Data, isDataMap, ok, type Result } from '../base/index.ts';
import {
  attachedStart,
  columnOf,
  composeSteps,
  type EditStep,
  findNode,
  followAlias,
  isFirstOnLine,
  type MapEntry,
  type MapNode,
  partEnd,
  removeAt,
  type Syntax,
  type SyntaxNode,
  setValue,
  toNodeData,
} from '../syntax/index.ts';
import type { Path, Refusal, TextEdit } from '../text/index.ts';
import { type Conversion, edits, ownNode } from './Conversion.ts';
import { eolOf, findPlace, flowStart, lineAbove, linesOf, nothingThere } from './entries.ts';

/** How much further to the right the keys of a new map are, where the entry itself does not show it. */
const INDENT = 2;

/**
 * Moves an entry to another path, as it is written where both are on lines of their own. A map that is missing on the way is made
 * where the entry was, if it is to stay next to it; a map that is empty then goes.
 */
export function moveEntry(from: Path, to: Path): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, from);
    if (place === null) return nothingThere(from);
    const parent = to.slice(0, -1);
    const holder = ownNode(syntax, parent);
    const shared = sharedMap(syntax, parent);
    const isBeside = parent.length === from.length && from.slice(0, -1).every((step, at) => step === parent[at]);
    const lines = renameFirst(linesOf(syntax, place.entry), place.entry, String(to.at(-1)));
    const wrapped = [`${String(parent.at(-1))}:`, ...indentLines(lines, indentOf(syntax, place.entry))];
    if (shared !== null) return moveData(syntax, { from, to: parent, data: withKey(shared, to, place.entry) });
    const unfolded = place.map.style === 'block' && !fitsInto(syntax, holder, lines) ? unfold(parent)(syntax) : null;
    if (unfolded?.ok === true) return composeSteps(syntax, [() => unfolded, moveEntry(from, to)]);
    if (holder === null && isBeside && place.map.style === 'block') return replaceLines(syntax, place.entry, wrapped);
    if (holder === null && parent.length === 1 && place.map.style === 'block') {
      return composeSteps(syntax, [(now) => removeAt(now, from, { pruneEmpty: true }), insertLines(wrapped, [], from)]);
    }
    if (holder?.kind === 'map' && holder.style === 'block' && place.map.style === 'block') {
      return composeSteps(syntax, [
        (now) => removeAt(now, from, { pruneEmpty: true }),
        insertLines(lines, parent, from),
      ]);
    }
    return moveData(syntax, { from, to, data: toNodeData(place.entry.value) });
  };
}

/** Characters a line may have for an entry to go into brackets on it. */
const WIDEST = 100;

/** Whether an entry that is written so can go into a map as it is: into one in brackets only as a part of its line. */
function fitsInto({ text }: Syntax, holder: SyntaxNode | null, [first = '', ...others]: readonly string[]): boolean {
  if (holder?.kind !== 'map' || holder.style === 'block') return true;
  return others.length === 0 && columnOf(text, holder.end) + first.length + 2 <= WIDEST;
}

/** Writes a map in brackets on one line as lines of its own; refused where more is to it than its entries. */
function unfold(path: Path): EditStep {
  return (syntax) => {
    const place = findPlace(syntax, path);
    const map = place?.entry.value;
    if (place?.map.style !== 'block' || map?.kind !== 'map') return nothingThere(path);
    const { text } = syntax;
    const { entry } = place;
    const colon = text.indexOf(':', entry.keyNode.end) + 1;
    const isPlain = text.slice(colon, map.start).trim() === '' && !text.slice(colon, map.end).includes('\n');
    if (!isPlain || map.entries.some(({ value }) => value === null)) return nothingThere(path);
    if (map.entries.length === 0) return removeAt(syntax, path);
    const margin = ' '.repeat(columnOf(text, entry.start) + INDENT);
    const written = (node: SyntaxNode | null): string => (node === null ? '' : text.slice(node.start, node.end));
    const lines = map.entries.map(({ keyNode, value }) => `${margin}${written(keyNode)}: ${written(value)}`);
    // What follows on the line, a comment, stays behind the key.
    const end = partEnd(text, { start: entry.start, end: map.end });
    return edits(
      { start: colon, end: map.end, text: '' },
      { start: end, end, text: eolOf(text) + lines.join(eolOf(text)) },
    );
  };
}

/** The map at a path that an alias or `<<` brings in; null where it is written there itself. */
function sharedMap(syntax: Syntax, path: Path): MapNode | null {
  const own = ownNode(syntax, path);
  const node = own === null ? findNode(syntax, path) : own.kind === 'alias' ? own : null;
  const target = followAlias(node ?? null);
  return target?.kind === 'map' ? target : null;
}

/** A copy of a shared map with one more key: what others share stays as it is. */
function withKey(map: MapNode, to: Path, { value }: MapEntry): Data {
  const data = toNodeData(map);
  return new Map([...(isDataMap(data) ? data : []), [String(to.at(-1)), toNodeData(value)]]);
}

interface DataMove {
  readonly from: Path;
  readonly to: Path;
  readonly data: Data;
}

/** Writes the value of an entry again at another path, and the comments in it above the line that it was on. */
function moveData(syntax: Syntax, { from, to, data }: DataMove): Result<readonly TextEdit[], Refusal> {
  const comments = commentsIn(syntax, from);
  const start = flowStart(syntax, from) ?? findPlace(syntax, from)?.entry.start ?? 0;
  return composeSteps(syntax, [
    (now) => (comments.length === 0 ? ok([]) : edits(lineAbove(now, start, comments))),
    (now) => setValue(now, to, data),
    (now) => removeAt(now, from, { pruneEmpty: true }),
  ]);
}

/** The comments in an entry and behind it on its last line, each as it is written. */
function commentsIn(syntax: Syntax, path: Path): readonly string[] {
  const place = findPlace(syntax, path);
  if (place === null) return [];
  const { entry, map } = place;
  const { text } = syntax;
  const end = map.style === 'block' ? partEnd(text, entry) : entry.end;
  let bare = '';
  let at = entry.start;
  for (const scalar of listScalars(entry)) {
    bare += `${text.slice(at, scalar.start)}_`;
    at = scalar.end;
  }
  bare += text.slice(at, end);
  return [...bare.matchAll(/(?<=\s)#[^\r\n]*/g)].map(([comment]) => comment.trimEnd());
}

function listScalars({ keyNode, value }: MapEntry): readonly SyntaxNode[] {
  return [keyNode, ...scalarsOf(value)];
}

function scalarsOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  if (node === null) return [];
  if (node.kind === 'map') return node.entries.flatMap(listScalars);
  return node.kind === 'list' ? node.items.flatMap(({ value }) => scalarsOf(value)) : [node];
}

/** Moves an entry and notes it, also where its comments are then, or what it shared with others. */
export function move(conversion: Conversion, from: Path, to: Path, note: string): void {
  const comments = commentsIn(conversion.syntax, from);
  const parent = to.slice(0, -1);
  const isShared = sharedMap(conversion.syntax, parent) !== null;
  if (!conversion.change(note, moveEntry(from, to), from)) return;
  if (isShared) conversion.note(`“${parent.join('.')}” is written out there: before, it was shared with others.`);
  const map = conversion.map(parent);
  const entry = map?.entries.find(({ key }) => key === String(to.at(-1)));
  const written =
    entry === undefined ? '' : conversion.syntax.text.slice(entry.start, partEnd(conversion.syntax.text, entry));
  if (comments.some((comment) => !written.includes(comment)))
    conversion.note(`The comments in “${from.join('.')}” are above it now.`);
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
    const map = ownNode(syntax, parent);
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
