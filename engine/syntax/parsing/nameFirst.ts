import type { Diagnostic, LineIndex } from '../../text/index.ts';
import { findNode } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';

/** A duplicate key's diagnostic with the place of the first key of that name, in lines and columns from 1. */
export function nameFirst(syntax: Syntax, duplicate: Diagnostic, lines: () => LineIndex): Diagnostic {
  const key = duplicate.path.at(-1);
  const map = findNode(syntax, duplicate.path.slice(0, -1));
  const first = map?.kind === 'map' ? map.entries.find((entry) => entry.key === key) : undefined;
  if (first === undefined) return duplicate;
  const { line, column } = lines().positionAt(first.keyNode.start);
  const message = `The key “${key}” is in this map already, in line ${line}, column ${column}; the first one counts. Rename or remove one of them.`;
  return { ...duplicate, message };
}
