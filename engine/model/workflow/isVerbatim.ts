import { findNode, type Syntax, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { BUILT_INS, verbatimKeys } from '../../tools/index.ts';

const KEYS: ReadonlySet<Path[number] | undefined> = new Set(BUILT_INS.flatMap(({ verbatim }) => verbatim ?? []));

/**
 * Whether the text at a path is never a template (format.md 8): code that the task or tool around it hands to the built-in it uses.
 * Anywhere else a key of that name is one of the author's, such as `code` in the data that is passed on.
 */
export function isVerbatim(syntax: Syntax, path: Path): boolean {
  const [part, key] = path.slice(-2);
  if (!KEYS.has(key) || (part !== 'with' && part !== 'config')) return false;
  const use = toNodeData(findNode(syntax, [...path.slice(0, -2), 'use']) ?? null);
  // What a tool uses may be in the file that it imports.
  if (use === null) return part === 'config';
  if (use instanceof Map) return use.get('repo') === 'core' && isOf(`core:${String(use.get('package'))}`, key);
  return typeof use === 'string' && isOf(use, key);
}

function isOf(use: string, key: Path[number] | undefined): boolean {
  return verbatimKeys(use).some((known) => known === key);
}
