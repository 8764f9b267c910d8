/** Whether a file holds tests of a workflow, by its name: `orders.test.yaml`. */
export function isTestFile(path: string): boolean {
  return /\.test\.ya?ml$/i.test(path);
}

/** The workflow beside a test file, where that does not name one: `orders.yaml`. */
export function workflowBeside(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.test(\.ya?ml)$/i, '$1');
}
