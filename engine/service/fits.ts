import type { ServedRun, ServedRunQuery } from './RunService.ts';

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
