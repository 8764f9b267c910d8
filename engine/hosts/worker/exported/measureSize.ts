import { isJsonObject, type Json } from '../../../base/index.ts';

/** The cost of each value besides its characters. */
const CELL = 16;

/** What is left of a budget after a value, or why measuring stopped: `number` is one that is not finite. */
export type Measured = number | 'size' | 'depth' | 'number';

/**
 * Subtracts the size of a value from a budget: its characters and keys, and 16 for each value in it. Parts that occur
 * several times count each time, as they do when the value is serialized. Takes time in proportion to the budget at most,
 * however large the value is, and does not recurse.
 */
export function measureSize(value: Json, budget: number, mostDepth: number): Measured {
  let left = budget;
  // One entry per level, so that a long list is not copied.
  const levels: { readonly parts: readonly Json[]; next: number }[] = [{ parts: [value], next: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next >= level.parts.length) {
      levels.pop();
      continue;
    }
    const part = level.parts[level.next];
    level.next += 1;
    left -= CELL + (typeof part === 'string' ? part.length : 0);
    if (left < 0) return 'size';
    // JSON may hold `1e999`, which is parsed as Infinity.
    if (typeof part === 'number' && !Number.isFinite(part)) return 'number';
    if (typeof part !== 'object' || part === null) continue;
    if (levels.length > mostDepth) return 'depth';
    if (isJsonObject(part)) for (const key of Object.keys(part)) left -= key.length;
    levels.push({ parts: isJsonObject(part) ? Object.values(part) : part, next: 0 });
  }
  return left;
}
