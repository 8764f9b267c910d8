import { ok, type Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit, TextRange } from '../../text/index.ts';
import { blankLinesBetween, isFirstOnLine, lineEnd, lineStart, nextLine, skipBlankLines } from '../lines/textLines.ts';
import type { Slot } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { endsWithKeptLines } from './addEntry.ts';
import { cannotEdit, type Edits, keepAliases, locate, type TreePlace, unknownPath } from './composeSteps.ts';
import { writeValue } from './writeValue.ts';

/**
 * Removes an entry or item with the comments on its own lines. A map or list that loses its last part is written empty; a
 * document that loses its last key is left empty.
 */
export function removePlace(syntax: Syntax, place: TreePlace): Edits {
  const { slot, parents, path } = place;
  const parent = parents.at(-1);
  const holder = parent?.value;
  if (slot.kind === 'root' || parent === undefined || (holder?.kind !== 'map' && holder?.kind !== 'list'))
    return cannotEdit(path);
  const parts: readonly TextRange[] = holder.kind === 'map' ? holder.entries : holder.items;
  const index =
    holder.kind === 'map'
      ? holder.entries.findIndex((entry) => slot.kind === 'entry' && entry === slot.entry)
      : Number(path.at(-1));
  const part = parts[index];
  if (part === undefined) return cannotEdit(path);
  if (parts.length === 1) {
    if (parent.kind === 'root' && holder.style === 'block') return ok([wholeLines(syntax.text, part)]);
    const above = { ...place, slot: parent, parents: parents.slice(0, -1), path: path.slice(0, -1) };
    const isInFlow = above.parents.some(
      ({ value }) => (value?.kind === 'map' || value?.kind === 'list') && value.style === 'flow',
    );
    const edits = writeValue(syntax, { ...above, isInFlow }, holder.kind === 'map' ? new Map() : []);
    return edits.ok && holder.style === 'block' ? ok(withComment(syntax.text, edits.value, part)) : edits;
  }
  if (holder.style === 'flow') return ok(removeInFlow(syntax.text, parts, index));
  return ok([spareKeptLines(syntax, removeInBlock(syntax.text, { parts, index, isItem: holder.kind === 'list' }))]);
}

/** Takes the comment next to a part along with it. */
function withComment(text: string, edits: readonly TextEdit[], { end }: TextRange): TextEdit[] {
  return edits.map((edit) => (edit.end === end ? { ...edit, end: lineEnd(text, end) } : edit));
}

interface BlockPart {
  readonly parts: readonly TextRange[];
  readonly index: number;
  readonly isItem: boolean;
}

/**
 * Removes consecutive items of a block list, from `index` on, as {@link removePlace} does each; the list
 * has others next to them.
 */
export function removeItems(syntax: Syntax, items: readonly TextRange[], index: number, count: number): TextEdit {
  const run = { start: items[index]?.start ?? 0, end: items[index + count - 1]?.end ?? 0 };
  const parts = [...items.slice(0, index), run, ...items.slice(index + count)];
  return spareKeptLines(syntax, removeInBlock(syntax.text, { parts, index, isItem: true }));
}

function removeInBlock(text: string, { parts, index, isItem }: BlockPart): TextEdit {
  const part = parts[index] ?? { start: 0, end: 0 };
  const next = parts[index + 1];
  if (!isFirstOnLine(text, part.start)) {
    const end = lineEnd(text, part.end);
    const isNextBelow = next !== undefined && lineStart(text, next.start) === nextLine(text, part.end);
    if (isNextBelow) return { start: part.start, end: next.start, text: '' };
    return { start: text.slice(0, part.start).trimEnd().length, end, text: '' };
  }
  const lines = wholeLines(text, part);
  return isItem ? closeGap(text, lines, { previous: parts[index - 1], next }) : lines;
}

/**
 * Leaves a text block above that keeps its blank lines (`|+`) as it is: takes blank lines below along, which would become
 * part of it, and leaves the line break of its last line.
 */
function spareKeptLines(syntax: Syntax, edit: TextEdit): TextEdit {
  const { text } = syntax;
  const isLastLine =
    edit.end === text.length && text.startsWith('\n', edit.start + (text.charAt(edit.start) === '\r' ? 1 : 0));
  const start = isLastLine ? nextLine(text, edit.start) : edit.start;
  const hasBlankBelow = edit.end < text.length && text.slice(edit.end, nextLine(text, edit.end)).trim() === '';
  if (start === 0 || (!isLastLine && !hasBlankBelow) || text.charAt(start - 1) !== '\n') return edit;
  if (!endsWithKeptLines(syntax, lineEnd(text, lineStart(text, start - 1)))) return edit;
  return { start, end: skipBlankLines(text, edit.end), text: '' };
}

/** Takes the blank lines on one side of a removed item along, so that its neighbours stay as far apart as they were. */
function closeGap(
  text: string,
  lines: TextEdit,
  { previous, next }: { previous: TextRange | undefined; next: TextRange | undefined },
): TextEdit {
  const hasGapBefore = previous === undefined || blankLinesBetween(text, previous.end, lines.start) > 0;
  if (next !== undefined && hasGapBefore) {
    let { end } = lines;
    while (end < next.start && text.slice(end, nextLine(text, end)).trim() === '') end = nextLine(text, end);
    return { ...lines, end };
  }
  if (next !== undefined || previous === undefined) return lines;
  let { start } = lines;
  while (start > previous.end && start > 0) {
    const above = lineStart(text, start - 1);
    if (above <= previous.end || text.slice(above, start).trim() !== '') break;
    start = above;
  }
  return { ...lines, start };
}

/** The lines of a part, line break included: on a last line without one, that of the line before. */
function wholeLines(text: string, part: TextRange): TextEdit {
  const start = lineStart(text, part.start);
  const end = nextLine(text, part.end);
  const isLast = end === text.length && text.charAt(end - 1) !== '\n';
  if (!isLast || start === 0 || text.charAt(start - 1) !== '\n') return { start, end, text: '' };
  return { start: lineEnd(text, lineStart(text, start - 1)), end, text: '' };
}

/** Removes a part and one comma. Comments between the parts stay. */
function removeInFlow(text: string, parts: readonly TextRange[], index: number): TextEdit[] {
  const part = parts[index] ?? { start: 0, end: 0 };
  const next = parts[index + 1];
  const previous = parts[index - 1];
  if (next !== undefined) {
    const between = text.slice(part.end, next.start);
    if (!between.includes('#')) return [{ start: part.start, end: next.start, text: '' }];
    return [{ start: part.start, end: part.end + between.indexOf(',') + 1, text: '' }];
  }
  const between = text.slice(previous?.end ?? part.start, part.start);
  if (previous === undefined || !between.includes('#'))
    return [{ start: previous?.end ?? part.start, end: part.end, text: '' }];
  const comma = previous.end + between.indexOf(',');
  return [
    { start: comma, end: comma + 1, text: '' },
    { start: part.start, end: part.end, text: '' },
  ];
}

export interface RemoveOptions {
  /** Also removes the keys of maps and lists that are empty then; list items and the document stay. */
  readonly pruneEmpty?: boolean;
}

/**
 * Removes the entry or item at a path, with its lines and the comments on them; comments above it stay. Without
 * `pruneEmpty` a map that loses its last key becomes `{}`, a list `[]`. Refused where there is nothing.
 */
export function removeAt(
  syntax: Syntax,
  path: Path,
  options: RemoveOptions = {},
): Result<readonly TextEdit[], Refusal> {
  const found = locate(syntax, path);
  if (!found.ok) return found;
  if (found.value.rest.length > 0 || path.length === 0) return unknownPath(path);
  const place = options.pruneEmpty === true ? prune(found.value) : found.value;
  const edits = removePlace(syntax, place);
  return edits.ok ? keepAliases(syntax, ok(edits.value)) : edits;
}

/** The place to remove instead, when its containers would be left empty. */
function prune(place: TreePlace): TreePlace {
  let current = place;
  for (;;) {
    const parent = current.parents.at(-1);
    if (parent?.kind !== 'entry' || sizeOf(parent) !== 1) return current;
    const parents = current.parents.slice(0, -1);
    const isInFlow = parents.some(
      ({ value }) => (value?.kind === 'map' || value?.kind === 'list') && value.style === 'flow',
    );
    current = { slot: parent, parents, path: current.path.slice(0, -1), rest: [], isInFlow };
  }
}

function sizeOf({ value }: Slot): number {
  if (value?.kind === 'map') return value.entries.length;
  return value?.kind === 'list' ? value.items.length : 0;
}
