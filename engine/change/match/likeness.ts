import type { Leaf, Leaves, OpenPart } from './Part.ts';

/** A part is taken for another from this likeness on. */
export const ALIKE = 0.55;

/** How much the contents say, and how much the place. */
const CONTENT = 0.6;
const PLACE = 0.4;
/** Contents that weigh less than this say accordingly less: two tasks of the same type and nothing else are not yet the same. */
const ENOUGH = 3;
/** What equal contents say at least: with everything around them the same as well, it is enough. */
const LEAST = 0.35;

/** The part of the text before that a part of the text after is already known to be; undefined where none is known. */
export type KnownBefore<T> = (after: T) => T | undefined;

/** How alike two parts with different ids are, from 0 to 1. */
export function likenessOf<T>(before: OpenPart<T>, after: OpenPart<T>, known: KnownBefore<T>): number {
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
