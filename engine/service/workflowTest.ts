import type { ServedRun, ServedRunQuery } from './RunService.ts';

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

/** Whether a run is one of those that are meant, but for a text. */
export function fits(
  run: Pick<ServedRun, 'workflow' | 'status' | 'queuedAt' | 'endedAt'>,
  { workflow, within, status, among, since, until, endedSince }: Omit<ServedRunQuery, 'text' | 'limit' | 'cursor'>,
): boolean {
  if (workflow !== undefined && run.workflow !== workflow) return false;
  if (within !== undefined && !within(run.workflow)) return false;
  if (status !== undefined && run.status !== status) return false;
  if (status === undefined && among !== undefined && !among.includes(run.status)) return false;
  if (endedSince !== undefined && (run.endedAt ?? 0) < endedSince) return false;
  return (since === undefined || run.queuedAt >= since) && (until === undefined || run.queuedAt < until);
}
