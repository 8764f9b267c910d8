import type { Collection, Leaf, Piece, Span } from '../pieces/Piece.ts';
import { NOTHING } from '../pieces/Piece.ts';
import { type DocumentPlace, isCardPlace, isSetPlace, mayHoldTasks } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';
import { meaningOf } from './meaningOf.ts';
import { mergeEntry } from './mergeEntry.ts';
import { mergeSet } from './mergeSet.ts';
import { mergeSlots } from './mergeSlots.ts';
import { changedBy, type Three } from './mergeSpan.ts';
import { mergeText } from './mergeText.ts';

/** A value of three texts as one: what only one side changed is as that side has it, whole where it can be. */
export function mergePiece(joining: Joining, three: Three<Piece | null>, place: DocumentPlace): Piece | null {
  const { base, ours, theirs } = three;
  const spans = { base: base === undefined ? undefined : spanOf(base), ours: spanOf(ours), theirs: spanOf(theirs) };
  const by = changedBy(spans);
  if (by !== 'both' && !(joining.hasMoves && mayHoldTasks(place))) return three[by];
  if (isCardPlace(place)) return ours;
  const set = isSetPlace(place) ? mergeSet(joining, three, place) : undefined;
  if (set !== undefined) return set;
  if (isAlike(ours, theirs)) {
    const before = base && isAlike(base, ours) ? base : undefined;
    const collection = mergeCollection(joining, { base: before, ours, theirs }, place);
    if (collection !== null) return collection;
  }
  if (meaningOf(ours) === meaningOf(theirs)) return ours;
  if (base !== undefined && meaningOf(base) === meaningOf(ours)) return theirs;
  if (base !== undefined && meaningOf(base) === meaningOf(theirs)) return ours;
  if (isLeaf(base) && isLeaf(ours) && isLeaf(theirs)) {
    const text = mergeText(base, ours, theirs);
    if (text !== null) return text;
  }
  return joining.choose(place.path, { base: base ?? null, ours, theirs, both: null });
}

function spanOf(piece: Piece | null): Span {
  return piece === null || piece.kind === 'choice' ? NOTHING : piece.span;
}

function isLeaf(piece: Piece | null | undefined): piece is Leaf {
  return piece?.kind === 'leaf';
}

function isAlike(a: Piece | null, b: Piece | null): a is Collection & typeof b {
  return (a?.kind === 'map' || a?.kind === 'list') && a.kind === b?.kind;
}

/** Null where it is to be taken whole: in brackets no part of it may depend on a choice. */
function mergeCollection(joining: Joining, three: Three<Piece | null>, place: DocumentPlace): Piece | null {
  const { base, ours, theirs } = three;
  if (!isCollection(ours) || !isCollection(theirs) || (base && !isCollection(base))) return null;
  const form = ours.style === 'flow' && theirs.style === 'block' ? theirs : ours;
  const known = joining.conflicts.length;
  const inside = { ...place, taskType: typeOf(ours) ?? typeOf(theirs) ?? place.taskType };
  const slots = mergeSlots(joining, {
    base: base || undefined,
    ours,
    theirs,
    place: inside,
    form,
    merge: (entries, at) => mergeEntry(joining, entries, { place: at, form, mergeValue: mergePiece }),
  });
  if (form.style === 'flow' && slots.some(({ kind }) => kind === 'fork')) {
    joining.conflicts.length = known;
    return joining.choose(place.path, { base: base ?? null, ours, theirs, both: null });
  }
  if (slots.length > 0) return mergeEnds({ base: base || undefined, ours, theirs }, { ...form, slots, isWhole: false });
  return { kind: 'leaf', span: { text: form.kind === 'map' ? '{}' : '[]', column: 0 }, meaning: null, at: ours.at };
}

function isCollection(piece: Piece | null): piece is Collection {
  return piece?.kind === 'map' || piece?.kind === 'list';
}

/** The type of a task, where the map is one. */
function typeOf({ kind, slots }: Collection): string | null {
  if (kind === 'list') return null;
  const type = slots.find((slot) => slot.kind === 'entry' && slot.name === 'type');
  const value = type?.kind === 'entry' ? type.value : null;
  return value?.kind === 'leaf' && value.meaning?.startsWith('"') === true ? String(JSON.parse(value.meaning)) : null;
}

function mergeEnds({ base, ours, theirs }: Three<Collection>, merged: Collection): Collection {
  if (merged.style === 'flow') return merged;
  const trail = mergeCommentsOf({ base: base?.trail, ours: ours.trail, theirs: theirs.trail });
  return { ...merged, trail };
}

function mergeCommentsOf(three: Three<Span>): Span {
  const by = changedBy(three);
  return by === 'both' ? three.ours : three[by];
}
