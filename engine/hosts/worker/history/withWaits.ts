import type { RunSummary } from '../protocol/protocol.ts';
import type { RunChannel } from '../protocol/RunChannel.ts';

/** Rows with what those wait for that other tabs execute. */
export async function withWaits(
  rows: readonly RunSummary[],
  channel: Pick<RunChannel, 'askWaits'>,
  isHere: (runId: string) => boolean,
): Promise<readonly RunSummary[]> {
  const away = rows.filter(({ runId, status }) => status === 'running' && !isHere(runId));
  if (away.length === 0) return rows;
  const waits = await channel.askWaits(away.map(({ runId }) => runId));
  return rows.map((row) => ({ ...row, ...waits.get(row.runId) }));
}
