import {
  type DatasetSubject,
  type Grid,
  giveLive,
  isLive,
  type LiveFile,
  runLiveDataset,
  runTest,
  type TestPorts,
  type Verdict,
} from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { WorkflowCoverage } from './coverWorkflows.ts';
import type { LiveSession } from './live/LiveSession.ts';
import type { ReadTests } from './readTests.ts';
import type { TestedFile } from './TestedFile.ts';

interface Playing {
  readonly live: LiveSession;
  readonly coverage: WorkflowCoverage;
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
  const analysis = subjects[0]?.analysis ?? datasets[0]?.analysis;
  if (analysis === undefined) return { ...read, tests, grids };
  if (workflow !== null) playing.coverage.ask(workflow, coverage);
  const asksLive = datasets.length > 0 || subjects.some(isLive);
  const live = asksLive ? await playing.live.open(read.path, analysis) : null;
  const ports = io.runScript === undefined ? {} : { runScript: io.runScript };
  try {
    for (const subject of subjects) {
      if (io.signal.aborted) break;
      const result = await runTest(...giveLive(subject, ports, live));
      tests.push(result.verdict);
      if (read.workflow !== null) playing.coverage.add(read.workflow, subject.analysis, result);
    }
    for (const subject of datasets) {
      if (live === null) break;
      if (io.signal.aborted) break;
      grids.push(await playDataset(io, subject, { ...playing, live, ports, workflow: read.workflow }));
    }
  } finally {
    live?.close();
  }
  return { ...read, tests, grids };
}

async function playDataset(
  io: CommandIo,
  subject: DatasetSubject,
  {
    live,
    ports,
    workflow,
    coverage,
    width,
  }: Omit<Playing, 'live'> & {
    readonly live: LiveFile;
    readonly ports: TestPorts;
    readonly workflow: string | null;
  },
): Promise<Grid> {
  return runLiveDataset(subject, live, {
    ...ports,
    width,
    goesOn: () => !io.signal.aborted,
    onCell: (_, played) => {
      if (workflow !== null) coverage.add(workflow, subject.analysis, { played });
    },
  });
}
