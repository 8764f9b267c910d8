import type { ExpressionNode } from './Expression.ts';

/** Longest text of an expression in a message, in characters. */
const MOST_SHOWN = 80;

/** A part of an expression as it is written in `source`, for a message: on one line, cut where it is long, quoted as code. */
export function excerpt(source: string, { start, end }: Pick<ExpressionNode, 'start' | 'end'>): string {
  const line = source.slice(start, end).replaceAll(/\s+/g, ' ');
  return `\`${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN - 1)}…` : line}\``;
}
