import type { Leaf, Leaves, Matched, OpenPart, Pair, Part } from './Part.ts';

/** All are compared with all up to this many; beyond, each with those near it and those that hold the same. */
const MOST_COMPARED = 40_000;
/** So far to either side in the list of those that are left. */
const NEAR = 3;
/** What was paired in one round says more about what is next to it in the next. */
const ROUNDS = 4;

/** Pairs the parts of two texts: by id, of equal ids the first with the first, and those left over by likeness. */
export function pairParts<T>(before: readonly Part<T>[], after: readonly Part<T>[]): Matched<T> {
  const pairs = new Map<T, Pair<T>>();
  const taken = new Set<T>();
  const pair = (a: Part<T>, b: Part<T>, by: Pair<T>['by']): void => {
    pairs.set(b.part, { before: a.part, after: b.part, by });
    taken.add(a.part);
  };
  pairById(before, after, pair);
  const known: KnownBefore<T> = (part) => pairs.get(part)?.before;
  let free = before.filter(({ part }) => !taken.has(part)).map(open);
  let fresh = after.filter(({ part }) => !pairs.has(part)).map(open);
  for (let round = 0; round < ROUNDS; round += 1) {
    free = free.filter(({ part }) => !taken.has(part));
    fresh = fresh.filter(({ part }) => !pairs.has(part));
    const found = pairByLikeness(free, fresh, known);
    for (const [a, b] of found) pair(a, b, 'likeness');
    if (found.length === 0) break;
  }
  return {
    pairs: after.flatMap(({ part }) => pairs.get(part) ?? []),
    removed: before.flatMap(({ part }) => (taken.has(part) ? [] : [part])),
    added: after.flatMap(({ part }) => (pairs.has(part) ? [] : [part])),
  };
}

function open<T>(part: Part<T>): OpenPart<T> {
  return { ...part, leaves: part.readLeaves(), links: part.readLinks() };
}

function pairById<T>(
  before: readonly Part<T>[],
  after: readonly Part<T>[],
  pair: (a: Part<T>, b: Part<T>, by: 'id') => void,
): void {
  const byId = new Map<string, Part<T>[]>();
  for (const part of before) {
    const same = byId.get(part.id);
    if (same === undefined) byId.set(part.id, [part]);
    else same.push(part);
  }
  for (const part of after) {
    const same = part.id === '' ? undefined : byId.get(part.id)?.shift();
    if (same !== undefined) pair(same, part, 'id');
  }
}

/** Those that are most alike of all that either could be paired with. */
function pairByLikeness<T>(
  free: readonly OpenPart<T>[],
  fresh: readonly OpenPart<T>[],
  known: KnownBefore<T>,
): readonly (readonly [OpenPart<T>, OpenPart<T>])[] {
  const alike: { readonly a: number; readonly b: number; readonly likeness: number }[] = [];
  for (const [b, after] of fresh.entries()) {
    for (const a of candidates(free, fresh, b)) {
      const before = free[a];
      const likeness = before === undefined ? 0 : likenessOf(before, after, known);
      if (likeness >= ALIKE) alike.push({ a, b, likeness });
    }
  }
  alike.sort((x, y) => y.likeness - x.likeness || Math.abs(x.a - x.b) - Math.abs(y.a - y.b) || x.b - y.b);
  const [usedA, usedB] = [new Set<number>(), new Set<number>()];
  const found: (readonly [OpenPart<T>, OpenPart<T>])[] = [];
  for (const { a, b } of alike) {
    const [before, after] = [free[a], fresh[b]];
    if (usedA.has(a) || usedB.has(b) || before === undefined || after === undefined) continue;
    usedA.add(a);
    usedB.add(b);
    found.push([before, after]);
  }
  return found;
}

function candidates<T>(free: readonly OpenPart<T>[], fresh: readonly OpenPart<T>[], b: number): readonly number[] {
  if (free.length * fresh.length <= MOST_COMPARED) return [...free.keys()];
  // As far along in its list as the other is in its own.
  const middle = Math.round((b * free.length) / Math.max(1, fresh.length));
  const near = Array.from({ length: 2 * NEAR + 1 }, (_, index) => middle - NEAR + index);
  return near.filter((index) => index >= 0 && index < free.length);
}

/** A part is taken for another from this likeness on. */
const ALIKE = 0.55;

/** How much the contents say, and how much the place. */
const CONTENT = 0.6;
const PLACE = 0.4;
/** Contents that weigh less than this say accordingly less: two tasks of the same type and nothing else are not yet the same. */
const ENOUGH = 3;
/** What equal contents say at least: with everything around them the same as well, it is enough. */
const LEAST = 0.35;

/** The part of the text before that a part of the text after is already known to be; undefined where none is known. */
type KnownBefore<T> = (after: T) => T | undefined;

/** How alike two parts with different ids are, from 0 to 1. */
function likenessOf<T>(before: OpenPart<T>, after: OpenPart<T>, known: KnownBefore<T>): number {
  return CONTENT * compareContents(before.leaves, after.leaves) + PLACE * comparePlaces(before, after, known);
}

function compareContents(before: Leaves, after: Leaves): number {
  let [alike, all] = [0, 0];
  for (const [path, leaf] of before) {
    const other = after.get(path);
    const weight = Math.max(leaf.weight, other?.weight ?? 0);
    all += weight;
    if (other !== undefined) alike += weight * compareLeaves(leaf, other);
  }
  for (const [path, { weight }] of after) if (!before.has(path)) all += weight;
  return (all === 0 ? 1 : alike / all) * Math.min(1, Math.max(LEAST, all / ENOUGH));
}

function compareLeaves(before: Leaf, after: Leaf): number {
  if (before.text === after.text) return 1;
  const counts = new Map<string, number>();
  for (const word of before.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of after.words) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  return (2 * shared) / Math.max(1, before.words.length + after.words.length);
}

/** Whether the same is around: the container, the neighbours in the list, what leads here and what comes next. */
function comparePlaces<T>(before: OpenPart<T>, after: OpenPart<T>, known: KnownBefore<T>): number {
  const isSame = (a: T | null, b: T | null): number => Number(b === null ? a === null : known(b) === a);
  const around = isSame(before.parent, after.parent);
  const beside = (isSame(before.behind, after.behind) + isSame(before.ahead, after.ahead)) / 2;
  const links = compareLinks(before, after, known);
  return links === null ? (around + 3 * beside) / 4 : (around + beside + 2 * links) / 4;
}

/** The share of links that both have, of those whose other end is known; null where neither has any. */
function compareLinks<T>(before: OpenPart<T>, after: OpenPart<T>, known: KnownBefore<T>): number | null {
  const left = [...before.links];
  const total = left.length + after.links.length;
  if (total === 0) return null;
  let shared = 0;
  for (const { way, other } of after.links) {
    const same = known(other);
    const index = same === undefined ? -1 : left.findIndex((link) => link.way === way && link.other === same);
    if (index < 0) continue;
    left.splice(index, 1);
    shared += 1;
  }
  return (2 * shared) / total;
}
