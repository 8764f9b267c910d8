import { joinPath } from '../model/index.ts';
import { findNode, type Syntax } from '../syntax/index.ts';

/** The workflow beside a test file, where that does not name one: `orders.yaml`. */
export function workflowBeside(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.test(\.ya?ml)$/i, '$1');
}

/** The workflow that a test file names, which may be half written; null where it names none. */
export function namedWorkflow(syntax: Syntax): string | null {
  const node = findNode(syntax, ['workflow']);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
}

/** The path in the workspace of the workflow that a test file is of; null where it leads out of the workspace. `named`: as the file names it. */
export function workflowOf(path: string, named: string | null): string | null {
  return joinPath(path, named ?? workflowBeside(path));
}
