import { findRecord } from '../run/findRecord.ts';
import { serverAt } from '../servers/servers.ts';
import { notify } from '../store/notices.ts';
import type { ServedRun } from '../store/State.ts';
import { startAgainOn } from './startOn.ts';

/** Starts a run on its server once more, with its input as its events have it: secrets are masked there. */
export async function rerun(address: string, { runId, path }: Pick<ServedRun, 'runId' | 'path'>): Promise<void> {
  const server = serverAt(address);
  if (server === undefined) return;
  try {
    const record = await findRecord(runId);
    if (record !== null) await startAgainOn(server, path, record.input);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}
