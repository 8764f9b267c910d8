import { layOver, toText } from '../../base/index.ts';
import { PRICES } from '../../hosts/node/index.ts';
import {
  type DatasetSubject,
  type Grid,
  runDataset,
  runTest,
  type TestPorts,
  type TestSubject,
  type Verdict,
} from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { WorkflowCoverage } from './coverWorkflows.ts';
import type { LiveFile, LiveSession } from './live/LiveSession.ts';
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
  { subjects, datasets, ...read }: ReadTests,
  playing: Playing,
): Promise<TestedFile> {
  const tests: Verdict[] = [];
  const grids: Grid[] = [];
  const analysis = subjects[0]?.analysis ?? datasets[0]?.analysis;
  if (analysis === undefined) return { ...read, tests, grids };
  const asksLive = datasets.length > 0 || subjects.some(isLive);
  const live = asksLive ? await playing.live.open(read.path, analysis) : null;
  const ports = io.runScript === undefined ? {} : { runScript: io.runScript };
  try {
    for (const subject of subjects) {
      if (io.signal.aborted) break;
      const result = await runTest(...withLive(subject, ports, live));
      tests.push(result.verdict);
      if (read.workflow !== null) playing.coverage.add(read.workflow, subject.analysis, result);
    }
    for (const subject of datasets) {
      if (live === null) break;
      if (io.signal.aborted) break;
      grids.push(await playDataset(io, { ...playing, subject, live, ports, workflow: read.workflow }));
    }
  } finally {
    live?.close();
  }
  return { ...read, tests, grids };
}

function isLive({ test }: TestSubject): boolean {
  return test.answers.some(({ answers }) => answers.some(({ kind }) => kind === 'live'));
}

function withLive(subject: TestSubject, ports: TestPorts, live: LiveFile | null): [TestSubject, TestPorts] {
  if (live === null || !isLive(subject)) return [subject, ports];
  const test = { ...subject.test, env: layOver(live.env, subject.test.env) };
  return [
    { ...subject, test },
    { ...ports, prices: PRICES, live: live.answers.forRun().answer },
  ];
}

async function playDataset(
  io: CommandIo,
  {
    subject,
    live,
    ports,
    workflow,
    coverage,
    width,
  }: Omit<Playing, 'live'> & {
    readonly subject: DatasetSubject;
    readonly live: LiveFile;
    readonly ports: TestPorts;
    readonly workflow: string | null;
  },
): Promise<Grid> {
  const { dataset, analysis } = subject;
  const test = { ...dataset.test, env: layOver(live.env, dataset.test.env) };
  const grid = await runDataset(
    { ...subject, dataset: { ...dataset, test } },
    {
      ...ports,
      prices: PRICES,
      answers: live.answers,
      width,
      goesOn: () => !io.signal.aborted,
      onCell: (_, played) => {
        if (workflow !== null) coverage.add(workflow, analysis, { played });
      },
    },
  );
  return concealGrid(grid, live);
}

/** Answers are masked as they come; what templates make of a variable is masked here. */
function concealGrid(grid: Grid, { conceal }: LiveFile): Grid {
  const cells = grid.cells.map((cell) => ({
    ...cell,
    output: conceal(cell.output),
    failures: cell.failures.map((failure) => ({
      ...failure,
      message: toText(conceal(failure.message)),
      expected: conceal(failure.expected),
      actual: conceal(failure.actual),
    })),
  }));
  return { ...grid, cells };
}
