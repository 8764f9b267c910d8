import { findNode } from './findNode.ts';
import { pathAt } from './pathAt.ts';
import type { Syntax } from './Syntax.ts';

/** Tells whether a text block that keeps its blank lines (`|+`) ends at an offset: further blank lines would become part of it. */
export function endsWithKeptLines(syntax: Syntax, offset: number): boolean {
  const node = findNode(syntax, pathAt(syntax, offset));
  return node?.kind === 'scalar' && node.end === offset && /^[|>]\d?\+/.test(node.source);
}
