import { diff3 } from '../diff3.ts';
import { fitEntry } from '../pieces/fitEntry.ts';
import { isName } from '../pieces/nameItems.ts';
import type { Collection, Entry, Slot } from '../pieces/Piece.ts';
import { plainText } from '../pieces/shiftSpan.ts';
import { type DocumentPlace, holdsTasks, isCardPlace, isOrderedList, type MergeEntry } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';
import { meaningOf } from './meaningOf.ts';
import { isReorderedByBoth, mergeOrder } from './mergeOrder.ts';
import type { Three } from './mergeSpan.ts';
import { mergeTask } from './mergeTask.ts';

interface Parts extends Three<Collection> {
  readonly place: DocumentPlace;
  /** Whose form the parts get. */
  readonly form: Collection;
  readonly merge: MergeEntry;
}

/** The parts of a collection that both sides changed: by name where they have names, else by what is next to them. */
export function mergeSlots(joining: Joining, parts: Parts): readonly Slot[] {
  const { base, ours, theirs, form } = parts;
  const [was, our, their] = [base, ours, theirs].map((piece) => (piece === undefined ? [] : entriesOf(piece)));
  if (was === undefined || our === undefined || their === undefined) return [];
  const slots = [...was, ...our, ...their].every(isTold)
    ? mergeNamed(joining, { was, our, their }, parts)
    : alignItems(joining, { base: was, ours: our, theirs: their }, parts);
  return slots.map((slot) => fit(slot, form));
}

function fit(slot: Slot, form: Collection): Slot {
  if (slot.kind === 'entry') return fitEntry(slot, form);
  const all = (entries: readonly Entry[]): readonly Entry[] => entries.map((entry) => fitEntry(entry, form));
  const both = slot.both && all(slot.both);
  return { ...slot, base: all(slot.base), ours: all(slot.ours), theirs: all(slot.theirs), both };
}

function entriesOf({ slots }: Collection): readonly Entry[] {
  return slots.filter((slot) => slot.kind === 'entry');
}

/** Whether its name says which part it is: a scalar in a list is told by its place. */
function isTold({ name, key, value }: Entry): boolean {
  return isName(name) && (value?.kind !== 'leaf' || !(key.text === '' || key.text === '-'));
}

interface Sides {
  readonly was: readonly Entry[];
  readonly our: readonly Entry[];
  readonly their: readonly Entry[];
}

function mergeNamed(joining: Joining, { was, our, their }: Sides, parts: Parts): readonly Slot[] {
  const { place } = parts;
  const [inBase, inOurs, inTheirs] = [was, our, their].map((all) => new Map(all.map((it) => [it.name, it])));
  if (!inBase || !inOurs || !inTheirs) return [];
  const slots = new Map<string, Slot>();
  for (const name of new Set([...inOurs.keys(), ...inTheirs.keys()])) {
    const sides = { base: inBase.get(name), ours: inOurs.get(name), theirs: inTheirs.get(name) };
    const own = { ...place, path: [...place.path, name] };
    const slot = holdsTasks(place)
      ? mergeTask(joining, name, { place: own, merge: parts.merge, list: place })
      : mergeOne(joining, sides, { place: own, merge: parts.merge });
    if (slot !== null) slots.set(name, slot);
  }
  const names = { base: [...inBase.keys()], ours: [...inOurs.keys()], theirs: [...inTheirs.keys()] };
  const order = mergeOrder(names, new Set(slots.keys()));
  const isNew = (name: string): boolean => !inBase.has(name) && !joining.base.has(name);
  const placed = order.flatMap((name): readonly (readonly [string, Slot])[] => {
    const slot = slots.get(name);
    return slot === undefined ? [] : [[name, slot]];
  });
  if (isReorderedByBoth(names) && isOrderMeant(parts)) return [moveFork(joining, parts, placed)].flat();
  return withOrderForks(joining, placed, { parts, isNew, inOurs, inTheirs });
}

interface OneOf {
  readonly base: Entry | undefined;
  readonly ours: Entry | undefined;
  readonly theirs: Entry | undefined;
}

/** A part by name: there on both sides, on one, or changed on one and gone on the other. */
export function mergeOne(
  joining: Joining,
  { base, ours, theirs }: OneOf,
  { place, merge }: { readonly place: DocumentPlace; readonly merge: MergeEntry },
): Slot | null {
  if (ours !== undefined && theirs !== undefined) return merge({ base, ours, theirs }, place);
  const left = ours ?? theirs;
  if (left === undefined || base === undefined) return left ?? null;
  if (meaningOf(left.value) === meaningOf(base.value) || isCardPlace(place)) return null;
  const sides = { base: [base], ours: ours ? [ours] : [], theirs: theirs ? [theirs] : [], both: null };
  return joining.fork(place.path, 'gone', sides);
}

function isOrderMeant({ place, ours, theirs }: Parts): boolean {
  if (ours.kind === 'list') return isOrderedList(place);
  return place.path.at(-1) === 'routes' && [ours, theirs].some((piece) => entriesOf(piece).some(hasCondition));
}

/** Whether a route is taken by a condition of its own: then those before it count. */
function hasCondition({ value }: Entry): boolean {
  return value?.kind === 'map' && value.slots.some((slot) => slot.kind === 'entry' && slot.name === 'condition');
}

/** All parts in two orders. */
function moveFork(joining: Joining, parts: Parts, placed: readonly (readonly [string, Slot])[]): readonly Slot[] {
  const entries = new Map(placed.flatMap(([name, slot]) => (slot.kind === 'entry' ? [[name, slot] as const] : [])));
  if (entries.size < placed.length) return placed.map(([, slot]) => slot);
  const inOrder = (piece: Collection): readonly Entry[] => {
    const known = entriesOf(piece).flatMap(({ name }) => entries.get(name) ?? []);
    return [...known, ...[...entries.values()].filter((entry) => !known.includes(entry))];
  };
  const base = parts.base === undefined ? [] : inOrder(parts.base);
  const sides = { base, ours: inOrder(parts.ours), theirs: inOrder(parts.theirs), both: null };
  return [joining.fork(parts.place.path, 'order', sides)];
}

interface Contest {
  readonly parts: Parts;
  readonly isNew: (name: string) => boolean;
  readonly inOurs: ReadonlyMap<string, Entry>;
  readonly inTheirs: ReadonlyMap<string, Entry>;
}

/** New parts of both sides at one place are in question where their order counts. */
function withOrderForks(
  joining: Joining,
  placed: readonly (readonly [string, Slot])[],
  { parts, isNew, inOurs, inTheirs }: Contest,
): readonly Slot[] {
  const isMeant = isOrderMeant(parts);
  const slots: Slot[] = [];
  let run: Entry[] = [];
  const flush = (isFirst: boolean): void => {
    const ours = run.filter(({ name }) => !inTheirs.has(name));
    const theirs = run.filter(({ name }) => !inOurs.has(name));
    const isContested = ours.length > 0 && theirs.length > 0 && counts(run, isFirst);
    if (isContested) {
      const sides = { base: [], ours: [...ours, ...theirs], theirs: [...theirs, ...ours], both: null };
      slots.push(joining.fork(parts.place.path, 'order', sides));
    } else slots.push(...run);
    run = [];
  };
  const counts = (entries: readonly Entry[], isFirst: boolean): boolean => {
    if (parts.ours.kind === 'map') return isMeant && entries.some(hasCondition);
    return isMeant || (isFirst && parts.place.path.length === 1 && holdsTasks(parts.place) && !joining.hasStart);
  };
  for (const [name, slot] of placed) {
    const isFree = slot.kind === 'entry' && isNew(name) && !(inOurs.has(name) && inTheirs.has(name));
    if (isFree) run.push(slot);
    else {
      flush(slots.length === 0);
      slots.push(slot);
    }
  }
  flush(slots.length === 0);
  return slots;
}

interface Items {
  readonly base: readonly Entry[];
  readonly ours: readonly Entry[];
  readonly theirs: readonly Entry[];
}

/** Items that have no names, by what is equal around them; as many changed ones at one place are the same ones. */
function alignItems(
  joining: Joining,
  { base, ours, theirs }: Items,
  { place, merge }: { readonly place: DocumentPlace; readonly merge: MergeEntry },
): readonly Slot[] {
  const at = { base: 0, ours: 0, theirs: 0 };
  return diff3(base.map(textOf), ours.map(textOf), theirs.map(textOf)).flatMap((chunk): readonly Slot[] => {
    const was = base.slice(at.base, (at.base += chunk.base.length));
    const our = ours.slice(at.ours, (at.ours += chunk.ours.length));
    const their = theirs.slice(at.theirs, (at.theirs += chunk.theirs.length));
    if (chunk.kind === 'ours') return our;
    if (chunk.kind === 'theirs') return their;
    const path = [...place.path, String(at.base - was.length)];
    if (our.length === their.length && (chunk.kind === 'same' || our.length === was.length)) {
      return our.flatMap((entry, index): readonly Slot[] => {
        const other = their[index];
        const number = String(at.base - was.length + index);
        if (other === undefined) return [entry];
        return [merge({ base: was[index], ours: entry, theirs: other }, { ...place, path: [...place.path, number] })];
      });
    }
    const both = was.length === 0 ? [...our, ...their] : null;
    const kind = our.length === 0 || their.length === 0 ? 'gone' : 'value';
    return [joining.fork(path, kind, { base: was, ours: our, theirs: their, both })];
  });
}

/** What tells an item from another: of a scalar its own characters, of others all of them. */
function textOf({ value, body }: Entry): string {
  return value?.kind === 'leaf' ? plainText(value.span) : plainText(body);
}
