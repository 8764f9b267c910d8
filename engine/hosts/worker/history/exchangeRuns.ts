import type { Result } from '../../../base/index.ts';
import type { RunError } from '../../../run/index.ts';
import { formatRun } from '../exported/exportedRun.ts';
import type { RunReader } from '../exported/RunReader.ts';
import type { JournaledRun, RunStore } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunLocks } from '../platform/locks.ts';
import type { RunSummary } from '../protocol/protocol.ts';
import { unwrap } from '../protocol/unwrap.ts';
import type { RunExecutors } from '../run/execute/RunExecutors.ts';

/** What the history needs of the engine. */
export interface HistoryContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  readonly uniqueText: () => string;
  readonly executors: RunExecutors;
  readonly reader: RunReader;
}

/** Where runs are read from. */
export interface ExportSource {
  readonly store: Pick<RunStore, 'below'>;
  readonly read: (runId: string) => Promise<Result<JournaledRun | null, RunError>>;
}

/** A run as the text of a file, with all runs below it. Rejects with a sentence for the user. */
export async function exportRecorded(recorded: JournaledRun, source: ExportSource): Promise<string> {
  return formatRun(recorded, await readBelow(recorded, source));
}

/** All runs below one, each after the one that started it. */
async function readBelow(
  { summary, inputs }: JournaledRun,
  { store, read }: ExportSource,
): Promise<readonly JournaledRun[]> {
  const { runId, parent } = summary;
  // Storage may fail, and the run may be in memory: only one that has started others needs to be looked for.
  if (inputs.every(({ type }) => type !== 'child.reported')) return [];
  const rows = unwrap(await store.below(parent?.root ?? runId));
  const deepestLast = [...rows].sort((a, b) => (a.parent?.files.length ?? 0) - (b.parent?.files.length ?? 0));
  const around = new Set([runId]);
  const runs: JournaledRun[] = [];
  for (const row of deepestLast) {
    if (!around.has(row.parent?.runId ?? '')) continue;
    around.add(row.runId);
    const found = unwrap(await read(row.runId));
    if (found !== null) runs.push(found);
  }
  return runs;
}

/** Stores the runs that a file holds. Rejects with a sentence for the user. */
export async function importRecorded(
  text: string,
  fileName: string,
  { store, reader, uniqueText }: Pick<HistoryContext, 'store' | 'reader' | 'uniqueText'>,
): Promise<RunSummary> {
  const read = await reader.read(text, `run-${uniqueText()}`);
  if (!read.ok) throw new Error(read.error);
  const outermost = read.value.summary;
  // The outermost run is stored last: it is listed with all that is below it.
  for (const { summary, details, inputs } of [...read.value.below, read.value]) {
    const created = await store.create({ ...summary, importedFrom: fileName }, details, inputs);
    if (!created.ok) void store.remove(outermost.runId);
    unwrap(created);
  }
  return { ...outermost, importedFrom: fileName };
}
