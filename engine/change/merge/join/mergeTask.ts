import type { Entry, Slot } from '../pieces/Piece.ts';
import { containerAt, type DocumentPlace, type MergeEntry } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';
import { meaningOf } from './meaningOf.ts';
import type { Three } from './mergeSpan.ts';

interface TaskPlace {
  /** Of the task. */
  readonly place: DocumentPlace;
  /** Of the list in question. */
  readonly list: DocumentPlace;
  readonly merge: MergeEntry;
}

/** A task in one of the lists that have it on either side: it may have been moved from one container to another. */
export function mergeTask(joining: Joining, name: string, { place, list, merge }: TaskPlace): Slot | null {
  const [base, ours, theirs] = [joining.base.get(name), joining.ours.get(name), joining.theirs.get(name)];
  const here = containerAt(list);
  if (ours === undefined || theirs === undefined) {
    const left = ours ?? theirs;
    if (left === undefined || left.container !== here) return null;
    if (base === undefined) return joining.hasMoves ? merge(alone(left.entry), place) : left.entry;
    const isChanged = left.container !== base.container || meaningOf(left.entry.value) !== meaningOf(base.entry.value);
    if (!isChanged) return null;
    const sides = { base: [base.entry], ours: ours ? [ours.entry] : [], theirs: theirs ? [theirs.entry] : [] };
    return joining.fork(place.path, 'gone', { ...sides, both: null });
  }
  if (base === undefined) return addedByBoth(joining, name, { place, list, merge });
  if (ours.container === theirs.container || base.container === theirs.container || base.container === ours.container) {
    const goal = base.container === ours.container ? theirs.container : ours.container;
    return goal === here ? merge({ base: base.entry, ours: ours.entry, theirs: theirs.entry }, place) : null;
  }
  const merged = merge({ base: base.entry, ours: ours.entry, theirs: theirs.entry }, place);
  if (merged.kind !== 'entry') return ours.container === here ? merged : null;
  return joining.forkPlace(name, place.path, {
    base: [],
    ours: ours.container === here ? [merged] : [],
    theirs: theirs.container === here ? [merged] : [],
  });
}

/** A task of one side alone: what is inside of it may be elsewhere on the other side. */
function alone(entry: Entry): Three<Entry> {
  return { base: undefined, ours: entry, theirs: entry };
}

/** One id that each side gave to a task of its own. */
function addedByBoth(joining: Joining, name: string, { place, list }: TaskPlace): Slot | null {
  const [ours, theirs] = [joining.ours.get(name), joining.theirs.get(name)];
  if (ours === undefined || theirs === undefined) return null;
  const here = containerAt(list);
  const isSame = ours.container === theirs.container && meaningOf(ours.entry.value) === meaningOf(theirs.entry.value);
  if (isSame) return ours.entry;
  const of = ({ entry, container }: { entry: Entry; container: string }): Entry[] =>
    container === here ? [entry] : [];
  return joining.forkPlace(name, place.path, { base: [], ours: of(ours), theirs: of(theirs) }, 'added');
}
