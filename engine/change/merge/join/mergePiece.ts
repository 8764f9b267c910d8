import { diff3 } from '../diff3.ts';
import { fitEntry } from '../pieces/fitEntry.ts';
import { isName } from '../pieces/nameItems.ts';
import type { Collection, Entry, Leaf, Piece, Span } from '../pieces/Piece.ts';
import { NOTHING } from '../pieces/Piece.ts';
import { plainText } from '../pieces/shiftSpan.ts';
import { type DocumentPlace, isCardPlace, isSetPlace, mayHoldTasks } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';
import { meaningOf } from './meaningOf.ts';
import { mergeEntry } from './mergeEntry.ts';
import { mergeSlots } from './mergeSlots.ts';
import { changedBy, type Three } from './mergeSpan.ts';

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

interface Pieces {
  readonly base: Piece | null | undefined;
  readonly ours: Piece | null;
  readonly theirs: Piece | null;
}

/** One member, or a list of them. */
type Members = Leaf | Collection;

/**
 * Ids of which the order says nothing, such as `next`: what either side added is there, what either removed is not. A member that
 * both replaced, each by another, is a conflict. Undefined where the values are no such set.
 */
function mergeSet(joining: Joining, { base, ours, theirs }: Pieces, place: DocumentPlace): Piece | undefined {
  if (!isMembers(ours) || !isMembers(theirs) || !(base === undefined || base === null || isMembers(base)))
    return undefined;
  if (ours.kind === 'leaf' && theirs.kind === 'leaf' && !base) return undefined;
  const isScalarOnly = [base, ours, theirs].every((piece) => piece?.kind !== 'list');
  const [was, our, their] = [base ? membersOf(base) : [], membersOf(ours), membersOf(theirs)];
  const [inBase, inOurs, inTheirs] = [was, our, their].map((members) => new Set(members.map(({ name }) => name)));
  if (!inBase || !inOurs || !inTheirs) return undefined;
  const gone = was.filter((member) => !inOurs.has(member.name) && !inTheirs.has(member.name));
  const onlyOurs = our.filter((member) => !inTheirs.has(member.name) && !inBase.has(member.name));
  const onlyTheirs = their.filter((member) => !inOurs.has(member.name) && !inBase.has(member.name));
  const kept = our.filter((member) => inTheirs.has(member.name) || !inBase.has(member.name));
  const isReplaced = gone.length > 0 && onlyOurs.length > 0 && onlyTheirs.length > 0;
  const merged = [...kept, ...onlyTheirs];
  const mayList = place.path.at(-1) === 'next' || place.path.at(-2) === 'routes';
  if (isReplaced || merged.length === 0 || (isScalarOnly && !mayList)) {
    const all = [...our, ...their.filter((member) => !inOurs.has(member.name))];
    const both = isScalarOnly && !mayList ? null : toList(all, ours, theirs);
    return joining.choose(place.path, { base: base ?? null, ours, theirs, both });
  }
  if (areMembers(merged, our)) return ours;
  return areMembers(merged, their) ? theirs : toList(merged, ours, theirs);
}

function isMembers(piece: Piece | null | undefined): piece is Members {
  if (piece?.kind === 'leaf') return piece.meaning !== null && !piece.span.text.includes('\n');
  return (
    piece?.kind === 'list' &&
    piece.slots.every((slot) => slot.kind === 'entry' && slot.value?.kind === 'leaf' && isName(slot.name))
  );
}

function membersOf(piece: Members): readonly Entry[] {
  if (piece.kind !== 'leaf') return piece.slots.filter((slot) => slot.kind === 'entry');
  if (piece.meaning === 'null') return [];
  const name = String(JSON.parse(piece.meaning ?? 'null'));
  const { span, at } = piece;
  const none = { lead: NOTHING, key: NOTHING, sep: NOTHING, tail: NOTHING };
  return [{ kind: 'entry', name, ...none, value: piece, body: span, at }];
}

function areMembers(a: readonly Entry[], b: readonly Entry[]): boolean {
  return a.length === b.length && a.every(({ name }, index) => name === b[index]?.name);
}

/** A list in the form of either side, in brackets where both are single. */
function toList(members: readonly Entry[], ours: Members, theirs: Members): Piece {
  const lists = [ours, theirs].filter((piece) => piece.kind !== 'leaf');
  const form = lists.find(({ style }) => style === 'block') ?? lists[0];
  if (form !== undefined) return { ...form, slots: members.map((member) => fitEntry(member, form)), isWhole: false };
  const { span, at } = ours;
  const [open, close] = [
    { text: '[', column: 0 },
    { text: ']', column: 0 },
  ];
  const shape = {
    kind: 'list',
    style: 'flow',
    isWhole: false,
    indent: 0,
    isInline: false,
    open,
    close,
    trail: NOTHING,
  } as const;
  return { ...shape, span, at, slots: members };
}

/**
 * A text of several lines that both sides changed in different lines, as git would merge it; null where their changes touch each
 * other, and where the three are not indented alike.
 */
function mergeText(base: Leaf, ours: Leaf, theirs: Leaf): Leaf | null {
  const [was, our, their] = [base, ours, theirs].map(({ span }) => plainText(span).split('\n'));
  if (was === undefined || our === undefined || their === undefined) return null;
  if (!/^[|>]/.test(was[0] ?? '') || was[0] !== our[0] || was[0] !== their[0]) return null;
  if (new Set([was, our, their].map(marginOf)).size > 1) return null;
  const chunks = diff3(was, our, their);
  if (chunks.some(({ kind }) => kind === 'conflict')) return null;
  const lines = chunks.flatMap((chunk) => (chunk.kind === 'theirs' ? chunk.theirs : chunk.ours));
  return { ...ours, span: { text: lines.join('\n'), column: 0 }, meaning: null };
}

function marginOf(lines: readonly string[]): number {
  return (lines.slice(1).find((line) => line.trim() !== '') ?? '').search(/\S/);
}
