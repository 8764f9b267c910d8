import type { RunFilter, ServedRun } from './RunService.ts';

/** Whether a run is one of those that are meant, but for a text. */
export function fits(
  run: Pick<ServedRun, 'workflow' | 'status' | 'queuedAt'>,
  { workflow, status, among, since, until }: Omit<RunFilter, 'text'>,
): boolean {
  if (workflow !== undefined && run.workflow !== workflow) return false;
  if (status !== undefined && run.status !== status) return false;
  if (status === undefined && among !== undefined && !among.includes(run.status)) return false;
  return (since === undefined || run.queuedAt >= since) && (until === undefined || run.queuedAt < until);
}
