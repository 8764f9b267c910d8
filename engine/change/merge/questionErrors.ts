import { columnOf, type Syntax } from '../../syntax/index.ts';
import type { Diagnostic, Path } from '../../text/index.ts';
import { describePlace } from './describeConflict.ts';
import type { MergeConflict } from './MergeConflict.ts';
import type { Collection, Entry } from './pieces/Piece.ts';
import { readPieces } from './pieces/readPieces.ts';
import { isSame, plainText, shiftSpan } from './pieces/shiftSpan.ts';
import { type Segment, splitAt } from './write/Segment.ts';

/** Three texts that call things alike. */
export interface Sides {
  readonly base: Syntax;
  readonly ours: Syntax;
  readonly theirs: Syntax;
}

/** A merge whose errors are conflicts, as far as a choice between the sides can fix them. */
export interface Questioned {
  readonly segments: readonly Segment[];
  readonly conflicts: readonly MergeConflict[];
  /** Those that no choice fixes. */
  readonly findings: readonly Diagnostic[];
}

/** Makes a conflict of each value in which an error is that neither side has alone, where the sides differ in it. */
export function questionErrors(
  merged: {
    readonly segments: readonly Segment[];
    readonly conflicts: readonly MergeConflict[];
    readonly syntax: Syntax;
  },
  errors: readonly Diagnostic[],
  sides: Sides,
): Questioned {
  if (errors.length === 0) return { segments: merged.segments, conflicts: merged.conflicts, findings: [] };
  const roots = { base: rootOf(sides.base), ours: rootOf(sides.ours), theirs: rootOf(sides.theirs) };
  const own = rootOf(merged.syntax);
  let segments = merged.segments;
  const conflicts = [...merged.conflicts];
  const findings: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    const place = own && findPlace(own, error.path, roots);
    if (!place) {
      findings.push(error);
      continue;
    }
    const key = place.names.join('\n');
    if (seen.has(key)) continue;
    const split = splitPlace(segments, merged.syntax.text, { ...place, conflict: conflicts.length });
    if (split === null) {
      findings.push(error);
      continue;
    }
    seen.add(key);
    segments = split;
    conflicts.push(toConflict(place, error));
  }
  return { segments, conflicts, findings };
}

/** An entry with lines of its own, as the merged text and the sides have it. */
interface EntrySides {
  readonly names: readonly string[];
  readonly own: Entry;
  readonly base: Entry | undefined;
  readonly ours: Entry | undefined;
  readonly theirs: Entry | undefined;
}

type Roots = Readonly<Record<'base' | 'ours' | 'theirs', Collection | null>>;

/** The innermost entry on the way to a path that the sides do not have alike. */
function findPlace(root: Collection, path: Path, roots: Roots): EntrySides | null {
  const places: EntrySides[] = [];
  const names: string[] = [];
  let piece: Collection | null = root;
  for (const step of path) {
    const slot: Collection['slots'][number] | undefined =
      typeof step === 'number' && piece?.kind === 'list'
        ? piece.slots[step]
        : piece?.slots.find((it) => it.kind === 'entry' && it.name === String(step));
    if (piece === null || slot?.kind !== 'entry') break;
    names.push(slot.name);
    const [base, ours, theirs] = [roots.base, roots.ours, roots.theirs].map((it) => entryAt(it, names));
    const hasLines = piece.style === 'block' && !(piece.isInline && piece.slots[0] === slot);
    if (hasLines && !(ours && theirs && isSame(ours.body, theirs.body)))
      places.push({ names: [...names], own: slot, base, ours, theirs });
    piece = slot.value !== null && 'slots' in slot.value ? slot.value : null;
  }
  return places.at(-1) ?? null;
}

function entryAt(root: Collection | null, names: readonly string[]): Entry | undefined {
  let entry: Entry | undefined;
  let piece = root;
  for (const name of names) {
    entry = piece?.slots.find((slot): slot is Entry => slot.kind === 'entry' && slot.name === name);
    piece = entry?.value && 'slots' in entry.value ? entry.value : null;
  }
  return entry;
}

function splitPlace(
  segments: readonly Segment[],
  text: string,
  { own, base, ours, theirs, conflict }: EntrySides & { readonly conflict: number },
): readonly Segment[] | null {
  const column = columnOf(text, own.at.start);
  const range = { start: own.at.start - column, end: own.at.start + own.body.text.length };
  const answer = (entry: Entry | undefined): string =>
    entry === undefined || !entry.body.text.endsWith('\n') ? '' : ' '.repeat(column) + shiftSpan(entry.body, column);
  return splitAt(segments, range, {
    conflict,
    base: answer(base),
    ours: answer(ours),
    theirs: answer(theirs),
    both: text.slice(range.start, range.end),
  });
}

function toConflict({ names, own, base, ours, theirs }: EntrySides, { message }: Diagnostic): MergeConflict {
  // What both together have may be what one of them has.
  const isOfSide = [ours, theirs].some((side) => writtenOf(side) === plainText(own.body));
  return {
    kind: 'check',
    path: names,
    base: writtenOf(base),
    ours: writtenOf(ours),
    theirs: writtenOf(theirs),
    ranges: { base: base?.at ?? null, ours: ours?.at ?? null, theirs: theirs?.at ?? null },
    message: `Each side is right by itself, and both together are not, at ${describePlace(names)}: ${message}`,
    answers: isOfSide ? ['ours', 'theirs'] : ['ours', 'theirs', 'both'],
  };
}

function writtenOf(entry: Entry | undefined): string | null {
  return entry === undefined ? null : plainText(entry.body);
}

function rootOf(syntax: Syntax): Collection | null {
  return readPieces(syntax)?.root ?? null;
}
