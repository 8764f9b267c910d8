/** Whether a workflow is one of those that patterns name: names in which `*` stands for any characters. */
export function workflowTest(patterns: readonly string[]): (workflow: string) => boolean {
  const tests = patterns.map(toPattern);
  return (workflow) => tests.some((test) => test.test(workflow));
}

function toPattern(workflow: string): RegExp {
  // Stars in a row are one: any number of them would take any time.
  const parts = workflow.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
