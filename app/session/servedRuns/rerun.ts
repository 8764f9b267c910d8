import { findRecord } from '../run/findRecord.ts';
import { repeatRun } from '../runSteps/repeatRun.ts';
import { serverAt } from '../servers/servers.ts';
import { notify } from '../store/notices.ts';
import type { ServedRun } from '../store/State.ts';
import { session } from '../store/store.ts';
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

/** Runs once more what the run on screen ran, with its input: on its server, or here. */
export async function repeatShown(): Promise<void> {
  const { shown: run } = session.getState().run;
  if (run === null || run.server === null) await repeatRun();
  else await rerun(run.server.address, run);
}
