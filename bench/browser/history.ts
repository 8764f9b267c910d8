import { openDB } from 'idb';
import type { Change, Disk } from '../../engine/hosts/worker/journal/Disk.ts';
import { openDisk } from '../../engine/hosts/worker/journal/openDisk.ts';
import type { PortEngine } from '../../engine/hosts/worker/protocol/eventPort.ts';
import type { RunSummary } from '../../engine/hosts/worker/protocol/protocol.ts';
import type { RunInput } from '../../engine/run/index.ts';
import { time } from './time.ts';

const ROUNDS = 31;

/** How many rows the app reads at first. */
const PAGE = 50;

/** What is in the history. */
export interface HistorySize {
  readonly runs: number;
  readonly steps: number;
}

/** Finished runs, listed as the app lists them, and one page of the same index read past the engine. */
export async function measureHistory(
  open: (disk: Disk) => PortEngine,
  size: HistorySize,
): Promise<Record<string, number[]>> {
  const disk = openDisk('history');
  const engine = open(disk);
  await fill(disk, size);
  const database = await openDB('history');
  const times = { list: [] as number[], page: [] as number[], listAll: [] as number[], pageAll: [] as number[] };
  for (let round = -3; round < ROUNDS; round += 1) {
    const list = await time(() => engine.listRuns({ limit: PAGE }));
    const page = await time(() => database.getAllFromIndex('summaries', 'order', null, PAGE));
    const listAll = await time(() => engine.listRuns());
    const pageAll = await time(() => database.getAllFromIndex('summaries', 'order', null, size.runs));
    if (round < 0) continue;
    times.list.push(list);
    times.page.push(page);
    times.listAll.push(listAll);
    times.pageAll.push(pageAll);
  }
  const rows = await engine.listRuns();
  if (rows.length !== size.runs) throw new Error(`The history has ${rows.length} runs.`);
  return times;
}

async function fill(disk: Disk, { runs, steps }: HistorySize): Promise<void> {
  const inputs = JSON.stringify(Array.from({ length: steps }, (_, at): RunInput => ({ type: 'run.continued', at })));
  for (let from = 0; from < runs; from += 50) {
    const changes = Array.from({ length: 50 }, (_, index): readonly Change[] => {
      const runId = `run-${from + index}`;
      return [
        { type: 'claim', runId, epoch: 1 },
        { type: 'summary', value: { ...toSummary(runId, from + index), status: 'success', endedAt: runs }, epoch: 1 },
        { type: 'details', value: { runId, source: 'tasks: []\n', input: null, engine: 'bench' } },
        { type: 'chunk', value: { runId, from: 0, count: steps, inputs }, epoch: 1 },
      ];
    });
    await disk.commit(changes.flat());
  }
}

/** The row of a run that has not ended. */
export function toSummary(runId: string, startedAt: number): RunSummary {
  const state = { status: 'running', endedAt: null, simulate: false, simulated: false } as const;
  return { runId, path: 'bench.yaml', name: 'A workflow', startedAt, ...state };
}
