import { diff3 } from '../diff3.ts';
import type { Leaf } from '../pieces/Piece.ts';
import { plainText } from '../pieces/shiftSpan.ts';

/**
 * A text of several lines that both sides changed in different lines, as git would merge it; null where their changes touch each
 * other, and where the three are not indented alike.
 */
export function mergeText(base: Leaf, ours: Leaf, theirs: Leaf): Leaf | null {
  const [was, our, their] = [base, ours, theirs].map(({ span }) => plainText(span).split('\n'));
  if (was === undefined || our === undefined || their === undefined) return null;
  if (!/^[|>]/.test(was[0] ?? '') || was[0] !== our[0] || was[0] !== their[0]) return null;
  if (new Set([was, our, their].map(marginOf)).size > 1) return null;
  const chunks = diff3(was, our, their);
  if (chunks.some(({ kind }) => kind === 'conflict')) return null;
  const lines = chunks.flatMap((chunk) => (chunk.kind === 'theirs' ? chunk.theirs : chunk.ours));
  return { ...ours, span: { text: lines.join('\n'), column: 0 }, meaning: null };
}

function marginOf(lines: readonly string[]): number {
  return (lines.slice(1).find((line) => line.trim() !== '') ?? '').search(/\S/);
}
