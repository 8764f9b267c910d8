import { type Data, isDataMap } from '../base/index.ts';
import { TASK_TYPES } from '../model/index.ts';
import { entryOf, followAlias, type Syntax, type SyntaxNode, toNodeData } from '../syntax/index.ts';
import { PROGRAMS } from './programs.ts';

/** A workflow of another program, which nothing here reads or rewrites. */
export interface ForeignWorkflow {
  /** The program, as people call it. */
  readonly program: string;
  /** What tells it, as it is written: `nodes`, `apiVersion: x`; the first is a key at the top. */
  readonly marks: readonly string[];
  /** What its parts are here: continues after a colon. */
  readonly advice: string;
}

/**
 * The program that a document is written for, where that is another one; null for a document of this format, with whatever
 * slips, and for what is told apart from neither. A list counts for what its first item is: some programs export several.
 */
export function findProgram({ root }: Pick<Syntax, 'root'>): ForeignWorkflow | null {
  // Told without reading all of it, which each check of a document of this format would do.
  if (isOurs(root)) return null;
  const data = toNodeData(root);
  const document: Data | undefined = Array.isArray(data) ? data[0] : data;
  if (!isDataMap(document)) return null;
  for (const { name, marks, advice } of PROGRAMS) {
    const found = marks(document);
    // Further keys at the top are told where the document has them.
    if (found.length > 0)
      return { program: name, marks: found.filter((mark, at) => at === 0 || isThere(data, mark)), advice };
  }
  return null;
}

/** Whether anything at the top is a task of a type that only this format has, whatever else is there. */
function isOurs(root: SyntaxNode | null): boolean {
  const document = root?.kind === 'list' ? (root.items[0]?.value ?? null) : root;
  const tasks = followAlias(valueOf(document, 'tasks'));
  if (tasks?.kind !== 'list') return false;
  return tasks.items.some(({ value }) => {
    const type = toNodeData(valueOf(value, 'type'));
    return TASK_TYPES.some((each) => each === type);
  });
}

function valueOf(node: SyntaxNode | null, key: string): SyntaxNode | null {
  const map = followAlias(node);
  return map?.kind === 'map' ? (entryOf(map, key)?.value ?? null) : null;
}

/** Whether a mark is written anywhere in a document: a key, or a key with its value. */
function isThere(data: Data, mark: string): boolean {
  const [key = ''] = mark.split(': ');
  if (isDataMap(data)) return data.has(key) || [...data.values()].some((value) => isThere(value, mark));
  return Array.isArray(data)
    ? data.some((item: Data) => isThere(item, mark))
    : typeof data === 'string' && mark === data;
}
