import {
  type Grid,
  type GridCell,
  giveLive,
  isLive,
  type PlayedTest,
  runLiveDataset,
  runTest,
  type Verdict,
} from '../../proof/index.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import type { WorkflowCoverage } from './coverWorkflows.ts';
import type { LiveFiles } from './live/LiveSession.ts';
import { cellKey, type TestedFile, testKey } from './printTests.ts';
import type { ReadTests } from './readTests.ts';

interface Playing {
  readonly live: LiveFiles;
  /** Null: what is reached does not matter. */
  readonly coverage: WorkflowCoverage | null;
  /** How many rows of a dataset are played at a time. */
  readonly width: number;
}

/** Plays the tests and the datasets of one file; stops with the command, and then has a part of them. */
export async function playFile(
  io: CommandIo,
  { subjects, datasets, path, workflow, coverage, wrong }: ReadTests,
  playing: Playing,
): Promise<TestedFile> {
  const read = { path, workflow, wrong };
  const tests: Verdict[] = [];
  const grids: Grid[] = [];
  const took = new Map<string, number>();
  const analysis = subjects[0]?.analysis ?? datasets[0]?.analysis;
  if (analysis === undefined) return { ...read, tests, grids };
  if (workflow !== null) playing.coverage?.ask(workflow, coverage);
  const asksLive = datasets.length > 0 || subjects.some(isLive);
  const live = asksLive ? await playing.live.open(read.path, analysis) : null;
  const ports = scriptPort(io);
  try {
    for (const subject of subjects) {
      if (io.signal.aborted) break;
      const start = performance.now();
      const result = await runTest(...giveLive(subject, ports, live));
      took.set(testKey(tests.length), performance.now() - start);
      tests.push(result.verdict);
      if (read.workflow !== null) playing.coverage?.add(read.workflow, subject.analysis, result);
    }
    for (const subject of datasets) {
      if (live === null || io.signal.aborted) break;
      let last = performance.now();
      const onCell = (cell: GridCell, played: PlayedTest): void => {
        // Cells are played side by side: each took the time since the one before it ended.
        const now = performance.now();
        took.set(cellKey(grids.length, cell), now - last);
        last = now;
        if (workflow !== null) playing.coverage?.add(workflow, subject.analysis, { played });
      };
      const given = { ...ports, width: playing.width, goesOn: () => !io.signal.aborted, onCell };
      grids.push(await runLiveDataset(subject, live, given));
    }
  } finally {
    live?.close();
  }
  return { ...read, tests, grids, took };
}
