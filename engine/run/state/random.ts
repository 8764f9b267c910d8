import type { Run } from './Run.ts';

/** The next number from 0 up to, not including, 1 (mulberry32): the same ones for the same unsigned 32-bit seed on every machine. */
export function nextRandom(run: Pick<Run, 'random'>): number {
  run.random = (run.random + 0x6d2b79f5) >>> 0;
  let mixed = run.random;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

/** An unsigned 32-bit seed made of a seed and a text (FNV-1a, then mixed): one for each effect of a run. */
export function deriveSeed(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}
