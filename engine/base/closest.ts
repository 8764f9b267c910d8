/**
 * The candidate a misspelt word most likely means: the fewest letters to change, at most a third of the word (and
 * at least one); letter case and `-`, `_` count for nothing. Undefined when none is near; no word is near an empty one.
 */
export function findClosest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  if (wanted.length > 60) return undefined;
  for (const candidate of candidates) {
    const other = plain(candidate);
    if (candidate === word || other === '' || Math.abs(other.length - wanted.length) >= bestDistance) continue;
    const distance = countChanges(wanted, other);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Finds the closest of some names, which are listed only when needed. */
export type Suggest = (word: string, names: () => Iterable<string>) => string | undefined;

/** Names that are compared in one check: some tenths of a second. */
const MOST_COMPARED = 200_000;

/** As {@link findClosest}, for the findings of one check: once it compared that many names in all, it finds nothing. */
export function createSuggest(most = MOST_COMPARED): Suggest {
  let left = most;
  return (word, names) => {
    if (left <= 0) return undefined;
    const candidates = [...names()];
    left -= candidates.length + 1;
    return findClosest(word, candidates);
  };
}

/** Whether two words are the same but for a slip: a letter, or two of a long word; case, `-` and `_` count for nothing. */
export function isSlip(word: string, other: string): boolean {
  const [a, b] = [plain(word), plain(other)];
  const most = a.length < SHORT ? 0 : a.length < LONG ? 1 : 2;
  return Math.abs(a.length - b.length) <= most && countChanges(a, b) <= most;
}

/** Letters of a word that is easily another one by one letter, and of one that is not by two. */
const SHORT = 5;
const LONG = 8;

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}

/** Letters to insert, remove, replace or swap with the next to turn one word into the other. */
function countChanges(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
