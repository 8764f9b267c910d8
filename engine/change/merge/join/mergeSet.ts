import { fitEntry } from '../pieces/fitEntry.ts';
import { isName } from '../pieces/nameItems.ts';
import type { Collection, Entry, Leaf, Piece } from '../pieces/Piece.ts';
import { NOTHING } from '../pieces/Piece.ts';
import type { DocumentPlace } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';

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
export function mergeSet(joining: Joining, { base, ours, theirs }: Pieces, place: DocumentPlace): Piece | undefined {
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
