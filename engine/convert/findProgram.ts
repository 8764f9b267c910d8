import { type Data, isDataMap } from '../base/index.ts';
import { TASK_TYPES } from '../model/index.ts';
import { type Syntax, toNodeData } from '../syntax/index.ts';
import { valueAt } from './Conversion.ts';
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
  const data = toNodeData(root);
  const document: Data | undefined = Array.isArray(data) ? data[0] : data;
  if (!isDataMap(document) || isOurs(document)) return null;
  for (const { name, marks, advice } of PROGRAMS) {
    const found = marks(document);
    // Further keys at the top are told where the document has them.
    if (found.length > 0)
      return { program: name, marks: found.filter((mark, at) => at === 0 || isThere(data, mark)), advice };
  }
  return null;
}

/** Whether anything at the top is a task of a type that only this format has, whatever else is there. */
function isOurs(document: Data): boolean {
  const tasks = valueAt(document, 'tasks');
  return Array.isArray(tasks) && tasks.some((task: Data) => TASK_TYPES.some((type) => type === valueAt(task, 'type')));
}

/** Whether a mark is written anywhere in a document: a key, or a key with its value. */
function isThere(data: Data, mark: string): boolean {
  const [key = ''] = mark.split(': ');
  if (isDataMap(data)) return data.has(key) || [...data.values()].some((value) => isThere(value, mark));
  return Array.isArray(data)
    ? data.some((item: Data) => isThere(item, mark))
    : typeof data === 'string' && mark === data;
}
