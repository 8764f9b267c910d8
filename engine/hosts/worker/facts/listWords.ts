import type { Json } from '../../../base/index.ts';

/** The longest word that is told from others, in characters. */
const LONGEST = 40;

/** How many characters of one text are read, and how many values. */
const TEXT = 2_000;
const VALUES = 2_000;

/** The words of a text, in lower case: letters and digits that are together. */
export function wordsOf(text: string): readonly string[] {
  const found =
    text
      .slice(0, TEXT)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return found.map((word) => word.slice(0, LONGEST));
}

/** The first words of the texts and numbers in a value, each once; the outer values before the inner ones. */
export function listWords(value: Json, most: number): readonly string[] {
  const words = new Set<string>();
  const queue: Json[] = [value];
  for (let next = 0; next < queue.length && next < VALUES && words.size < most; next += 1) {
    const each = queue[next] ?? null;
    if (typeof each === 'string' || typeof each === 'number') for (const word of wordsOf(String(each))) words.add(word);
    else if (typeof each === 'object' && each !== null)
      for (const inner of Object.values(each)) {
        if (queue.length >= VALUES) break;
        queue.push(inner);
      }
  }
  return [...words].slice(0, most);
}
