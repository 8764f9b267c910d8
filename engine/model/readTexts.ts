import { parseSyntax, type Syntax } from '../syntax/index.ts';

/** Characters of text whose trees are kept. */
const KEPT = 4_000_000;

const known = new Map<string, Syntax>();
let size = 0;

/**
 * The tree of an imported file. Trees of the same texts are kept: many files import the same few, and those change less
 * often than what imports them.
 */
export function readText(path: string, text: string): Syntax {
  const before = known.get(path);
  if (before?.text === text) return before;
  const syntax = parseSyntax(text);
  if (before !== undefined) size -= before.text.length;
  known.delete(path);
  known.set(path, syntax);
  size += text.length;
  for (const [oldest, { text: its }] of known) {
    if (size <= KEPT) break;
    known.delete(oldest);
    size -= its.length;
  }
  return syntax;
}
