import type { Embedder } from '../stores.ts';

/** Letters and digits of any script: what lies between them only parts words. */
const WORD = /[\p{L}\p{N}]+/gu;

/** Scripts without blanks between words: every sign counts by itself, and with its neighbour. */
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How much a word and a piece of three letters weigh. A word as a whole says more than each of its pieces. */
const WORD_WEIGHT = 1;
const PIECE_WEIGHT = 0.6;

/** A word of this many letters or more weighs fully; shorter ones (`a`, `the`, `ist`) weigh less. */
const FULL_LENGTH = 6;

/**
 * `core:local`: counts the words of a text and their pieces of three letters, each at a place of the vector that follows
 * from its spelling. The same text makes the same vector on every machine and for ever: nothing is loaded or asked. It
 * finds texts with the same words, other forms of them and misspellings, and knows nothing of meaning.
 */
export function createLocalEmbedder(dimensions: number): Embedder {
  return async (texts) => texts.map((text) => embedText(text, dimensions));
}

function embedText(text: string, dimensions: number): Float32Array {
  const counts = new Map<string, number>();
  const count = (feature: string, weight: number): void =>
    void counts.set(feature, (counts.get(feature) ?? 0) + weight);
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) countWord(word, count);
  const vector = new Float32Array(dimensions);
  for (const [feature, weight] of counts) {
    const hash = hashText(feature);
    const at = hash % dimensions;
    // Half of the features subtract, so that two which share a place cancel out as often as they add up.
    const sign = hash & 0x40000000 ? -1 : 1;
    // What is said ten times is not ten times as important.
    vector[at] = (vector[at] ?? 0) + sign * (weight > 1 ? 1 + Math.log(weight) : weight);
  }
  return vector;
}

function countWord(word: string, count: (feature: string, weight: number) => void): void {
  const letters = Array.from(word);
  if (SIGNS.test(word)) {
    for (const [index, letter] of letters.entries()) {
      count(`s${letter}`, PIECE_WEIGHT);
      const next = letters[index + 1];
      if (next !== undefined) count(`p${letter}${next}`, WORD_WEIGHT);
    }
    return;
  }
  const weight = Math.min(1, letters.length / FULL_LENGTH);
  count(`w${word}`, WORD_WEIGHT * weight);
  const framed = ['^', ...letters, '$'];
  for (let at = 0; at + 3 <= framed.length; at += 1) {
    count(`c${framed.slice(at, at + 3).join('')}`, PIECE_WEIGHT * weight);
  }
}

/** FNV-1a over UTF-16 units, mixed at the end so that every bit depends on all of them; not negative. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
