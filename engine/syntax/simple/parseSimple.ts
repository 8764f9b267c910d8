import { hasUnusual } from '../lines/characters.ts';
import { MAX_NODES, MAX_TOKENS } from '../lines/limits.ts';
import type { Fragment } from '../tree/Fragment.ts';
import { type Cursor, findContent } from './Cursor.ts';
import { readBlock } from './readBlock.ts';

/**
 * Reads a stretch of text that is written as most workflows are: block maps and lists, flow collections and quoted text on
 * one line, text blocks. Null for everything else, mistakes among it: the YAML library reads that. Where it reads a text, the
 * answer is what the library would give, in a sixth of the time or less, for it makes no tokens.
 */
export function parseSimple(text: string, depth: number): Fragment | null {
  if (hasUnusual(text)) return null;
  // One lexeme is the library's sign that a document starts.
  const cursor: Cursor = { text, at: 0, column: 0, nodes: 0, lexemes: 1 };
  if (!findContent(cursor) || cursor.column < 0) return null;
  const root = readBlock(cursor, depth);
  const { nodes, lexemes, column } = cursor;
  if (root === undefined || column >= 0 || nodes > MAX_NODES || lexemes > MAX_TOKENS) return null;
  const cost = Math.max(nodes, Math.floor((lexemes * MAX_NODES) / MAX_TOKENS));
  return { root, problems: [], nodeCount: nodes, cost, hasReferences: false };
}
