import { joinPath } from '../model/index.ts';
import { countItems, findNode, type Syntax } from '../syntax/index.ts';

/** The workflow next to a test file, where that does not name one: `orders.yaml`. */
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

/** The path in the workspace of a file that a test file names: a recorded run, or rows; null where it leads out of the workspace. */
export function pathBeside(path: string, named: string): string | null {
  return joinPath(path, named);
}

/** The paths in the workspace of the recorded runs (`cassette`) or rows (`each`) that the tests of a file name, which may be half written. */
export function namedFiles(path: string, syntax: Syntax, key: 'cassette' | 'each'): ReadonlySet<string> {
  const tests = findNode(syntax, ['tests']);
  const count = tests?.kind === 'list' ? countItems(tests) : 0;
  const found = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const node = findNode(syntax, ['tests', index, key]);
    const named = node?.kind === 'scalar' && typeof node.value === 'string' ? pathBeside(path, node.value) : null;
    if (named !== null) found.add(named);
  }
  return found;
}

/** The file next to a test file that keeps what was asked for real: `refunds.test.answers.jsonl`. */
export function answersFileOf(path: string): string {
  return path.replace(/\.ya?ml$/i, '.answers.jsonl');
}
