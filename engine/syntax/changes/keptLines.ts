import { parseSyntax } from '../parsing/parseSyntax.ts';
import { findNode, pathAt } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';

/** Whether a text block that keeps its blank lines (`|+`) ends at an offset: further blank lines would become part of it. */
export function endsWithKeptLines(syntax: Syntax, offset: number): boolean {
  const node = findNode(syntax, pathAt(syntax, offset));
  return node?.kind === 'scalar' && node.end === offset && /^[|>]\d?\+/.test(node.source);
}

/** Whether lines of items, without indent, end with such a text block: a last line that is empty belongs to one. */
export function areEndedByKeptLines(lines: readonly string[]): boolean {
  if (lines.at(-1) === '') return true;
  const text = lines.join('\n');
  return /[|>]\d?\+/.test(text) && endsWithKeptLines(parseSyntax(text), text.length);
}
