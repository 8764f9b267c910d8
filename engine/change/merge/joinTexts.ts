import { parseSyntax, type Syntax } from '../../syntax/index.ts';
import { describeConflict } from './describeConflict.ts';
import { type FoundConflict, Joining, type PlacedTask, type PlacedTasks } from './join/Joining.ts';
import { mergePiece } from './join/mergePiece.ts';
import { mergeBetween } from './join/mergeSpan.ts';
import type { Merge, MergeConflict } from './MergeConflict.ts';
import { mergeLines } from './mergeLines.ts';
import type { Collection, Entry, Piece } from './pieces/Piece.ts';
import { type PieceDocument, readPieces } from './pieces/readPieces.ts';
import { plainText } from './pieces/shiftSpan.ts';
import { type Answers, answerOf, type Segment } from './write/Segment.ts';
import { writePieces } from './write/writePieces.ts';

/** Three texts whose lines end alike. */
export interface Texts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Joins three texts by their values; by their lines where one of them cannot be read as YAML.
 * @param known texts that were parsed already
 */
export function joinTexts(texts: Texts, known: readonly Syntax[] = []): Merge {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map((text) =>
    readPieces(known.find((syntax) => syntax.text === text) ?? parseSyntax(text)),
  );
  if (!base || !ours || !theirs || !isAlike(base, ours) || !isAlike(base, theirs)) return joinLines(texts);
  const joining = new Joining({
    base: placeTasks(base.root),
    ours: placeTasks(ours.root),
    theirs: placeTasks(theirs.root),
    hasStart: [ours, theirs].some(({ root }) => partOf(root, 'start') !== undefined),
  });
  const head = mergeBetween({ base: asSpan(base), ours: asSpan(ours), theirs: asSpan(theirs) });
  const roots = { base: base.root, ours: ours.root, theirs: theirs.root };
  const root = mergePiece(joining, roots, { path: [], taskType: null });
  if (root === null || root.kind === 'leaf' || root.kind === 'choice') return joinLines(texts);
  const { segments, order } = number(writePieces(head.text, root));
  const conflicts = order.flatMap((index) => toConflict(joining.conflicts[index]));
  return { text: textOf(segments), conflicts, segments };
}

function isAlike(a: PieceDocument, b: PieceDocument): boolean {
  return a.root.kind === b.root.kind && a.root.style === b.root.style;
}

const asSpan = ({ head }: PieceDocument): { readonly text: string; readonly column: number } => ({
  text: head,
  column: 0,
});

/** Joins texts by line. */
export function joinLines({ base, ours, theirs }: Texts): Merge {
  const segments = mergeLines(base, ours, theirs);
  const conflicts = segments.flatMap((segment): MergeConflict[] => {
    if (typeof segment === 'string') return [];
    const message = 'Both sides changed these lines.';
    const ranges = { base: null, ours: null, theirs: null };
    return [{ ...segment, kind: 'lines', path: [], ranges, message, answers: ['ours', 'theirs', 'both'] }];
  });
  return { text: textOf(segments), conflicts, segments };
}

/** The text with ours in each conflict. */
export function textOf(segments: readonly Segment[]): string {
  return segments.map((segment) => (typeof segment === 'string' ? segment : answerOf(segment, 'ours'))).join('');
}

/** The segments with their conflicts counted in the order of the text. */
function number(segments: readonly Segment[]): {
  readonly segments: readonly Segment[];
  readonly order: readonly number[];
} {
  const order: number[] = [];
  const numbered = segments.map((segment): Segment => {
    if (typeof segment === 'string') return segment;
    if (!order.includes(segment.conflict)) order.push(segment.conflict);
    return { ...segment, conflict: order.indexOf(segment.conflict) } satisfies Answers;
  });
  return { segments: numbered, order };
}

function toConflict(found: FoundConflict | undefined): MergeConflict[] {
  if (found === undefined) return [];
  const { kind, path } = found;
  const written = { base: writtenOf(found.base), ours: writtenOf(found.ours), theirs: writtenOf(found.theirs) };
  const ranges = { base: rangeOf(found.base), ours: rangeOf(found.ours), theirs: rangeOf(found.theirs) };
  const answers = found.hasBoth ? (['ours', 'theirs', 'both'] as const) : (['ours', 'theirs'] as const);
  return [{ kind, path, ...written, ranges, message: describeConflict({ kind, path, ...written }), answers }];
}

function writtenOf(parts: readonly (Entry | Piece)[]): string | null {
  if (parts.length === 0) return null;
  return parts
    .map((part) => (part.kind === 'entry' ? plainText(part.body) : part.kind === 'choice' ? '' : plainText(part.span)))
    .join('');
}

function rangeOf(parts: readonly (Entry | Piece)[]): { readonly start: number; readonly end: number } | null {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || first.kind === 'choice' || last.kind === 'choice') return null;
  return { start: first.at.start, end: last.at.end };
}

/** The tasks of a document by id, wherever they are. An id that is there twice is none. */
function placeTasks(root: Collection): PlacedTasks {
  const placed = new Map<string, PlacedTask>();
  const twice = new Set<string>();
  const visit = (map: Collection, container: string): void => {
    for (const entry of itemsOf(map)) {
      if (placed.has(entry.name)) twice.add(entry.name);
      placed.set(entry.name, { entry, container });
      if (entry.value?.kind === 'map') visit(entry.value, entry.name);
    }
  };
  visit(root, '');
  for (const name of twice) placed.delete(name);
  return placed;
}

/** What has no such word has no tasks inside, and need not be taken apart for them. */
const MAY_HOLD_TASKS = /\btasks['"]?\s*:/;

function itemsOf(map: Collection): readonly Entry[] {
  if (!MAY_HOLD_TASKS.test(map.span.text)) return [];
  const tasks = partOf(map, 'tasks')?.value;
  if (tasks?.kind !== 'list') return [];
  return tasks.slots.filter((slot) => slot.kind === 'entry').filter(({ name }) => !name.startsWith('\n'));
}

/** The part of a collection with a name. */
function partOf(collection: Collection, name: string): Entry | undefined {
  return collection.slots.find((slot): slot is Entry => slot.kind === 'entry' && slot.name === name);
}
