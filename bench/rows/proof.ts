import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadPatterns } from '../../engine/base/index.ts';
import { analyze } from '../../engine/graph/index.ts';
import { backtestRun, drill, runTest, simulatedTest } from '../../engine/proof/index.ts';
import { playTest } from '../../engine/proof/play/playTest.ts';
import { advance, createRun, type RunInput } from '../../engine/run/index.ts';
import { readTestFile } from '../../engine/testFile/index.ts';
import { formatTime, type Row, toBoundRow, toRow } from '../Row.ts';
import { cpuOf, median } from '../race.ts';
import { startOf } from '../runs/runInMemory.ts';

const ROUNDS = 5;

/** What tests, backtests and drills take: a command as a person waits for it, and time of the processor. */
export async function measureProof(): Promise<readonly Row[]> {
  await loadPatterns();
  return [measureTests(), await measurePlaying(), await measureBacktest(), await measureDrill()];
}

/** A chain of tasks of which the first calls something. */
function chain(length: number, { call }: { readonly call: string }): string {
  const tasks = Array.from({ length }, (_, index) => {
    const next = index === length - 1 ? '' : `, on_success: { next: t${index + 1} }`;
    return `  - { id: t${index}, type: basic, ${index === 0 ? call : 'with: { n: 1 }'}${next} }`;
  });
  return `tasks:\n${tasks.join('\n')}\n`;
}

const GET = "use: 'core:http', with: { url: 'https://api.example.com' }";
const POST = "use: 'core:http', with: { url: 'https://api.example.com', method: POST }";

/** `signalbox test` as a process, beside `signalbox check` of the same files. */
function measureTests(): Row {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  try {
    const program = path.join(folder, 'cli/signalbox.js');
    execFileSync(process.execPath, ['tools/build-cli.mjs', path.dirname(program)]);
    writeFileSync(path.join(folder, 'flow.yaml'), chain(20, { call: GET }));
    const tests = Array.from(
      { length: 100 },
      (_, index) => `  - { name: n${index}, answers: { t0: { output: { body: 1 } } }, expect: { path: [t0, t19] } }`,
    );
    writeFileSync(path.join(folder, 'flow.test.yaml'), `tests:\n${tests.join('\n')}\n`);
    const wall = (...args: readonly string[]): number => {
      const begun = performance.now();
      const { status } = spawnSync(process.execPath, [program, ...args], { cwd: folder });
      if (status !== 0) throw new Error(`signalbox ${args.join(' ')} ended with ${status}.`);
      return performance.now() - begun;
    };
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const [ours, theirs] = [wall('test', 'flow.test.yaml'), wall('check', 'flow.yaml', 'flow.test.yaml')];
      if (round < 0) continue;
      times.ours.push(ours);
      times.theirs.push(theirs);
    }
    return toBoundRow({
      what: '100 tests of 20 steps by `signalbox test`, from start to end',
      peer: '`signalbox check` of the same files',
      ours: median(times.ours),
      theirs: median(times.theirs),
      limit: 2_000,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A test as `signalbox test` plays and judges it, beside the machine alone, which is handed the same answer. */
async function measurePlaying(): Promise<Row> {
  const analysis = analyze('flow.yaml', chain(20, { call: GET }));
  const { file, findings } = readTestFile(
    'tests: [{ name: a, answers: { t0: { output: { body: 1 } } }, expect: { path: [t0, t19], tasks: { t0: { attempts: 1 } } } }]',
  );
  const [test] = file.tests;
  if (test === undefined) throw new Error('There is no test.');
  const outcome = { ok: true, value: { body: 1 }, simulated: false, warnings: [] } as const;
  const drive = (): void => {
    const run = createRun(analysis.workflow);
    let next: RunInput | undefined = startOf({});
    while (next !== undefined) {
      const { effects, more, isFinished }: ReturnType<typeof advance> = advance(run, next);
      if (isFinished) return;
      const call = effects.find((effect) => effect.type === 'tool.call');
      const at: number = next.at;
      next = more ? { type: 'run.continued', at } : call && { type: 'effect.completed', at, key: call.key, outcome };
    }
    throw new Error('The run has not ended.');
  };
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = await cpuOf(async () => {
      const { verdict } = await runTest({ analysis, test, findings });
      if (!verdict.passed) throw new Error(verdict.failures[0]?.message);
    }, 200);
    const theirs = await cpuOf(drive, 200);
    if (round < 0) continue;
    times.ours.push(ours);
    times.theirs.push(theirs);
  }
  return toRow({
    what: 'a test of 20 steps, played and judged (CPU)',
    peer: 'its run by the machine alone, with the same answer',
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit: 6,
    format: formatTime,
  });
}

/** Runs of 50 steps played on another text, beside the same runs as they were made. */
async function measureBacktest(): Promise<Row> {
  const text = chain(50, { call: 'with: { n: 0 }' });
  const analysis = analyze('flow.yaml', text);
  const edited = analyze('flow.yaml', text.replace('n: 0', 'n: 2'));
  const inputs: RunInput[] = [startOf({})];
  const make = (): void => {
    const run = createRun(analysis.workflow);
    const { events } = advance(run, startOf({}));
    const end = events.at(-1);
    if (end?.type !== 'run.finished' || end.status !== 'success') throw new Error(`The run ended with ${end?.type}.`);
  };
  const ours = await cpuOf(async () => {
    const { verdict } = await backtestRun(edited, { analysis, inputs });
    if (verdict === 'the same') throw new Error('The edit was not found.');
  }, 100);
  return toBoundRow({
    what: '100 runs of 50 steps played on a text that was edited (CPU)',
    peer: 'the same runs as they are made',
    ours: 100 * ours,
    theirs: 100 * (await cpuOf(make, 100)),
    limit: 1_000,
  });
}

/** Each fault of 50 tasks, beside one run of the workflow without any. */
async function measureDrill(): Promise<Row> {
  const lines = Array.from({ length: 50 }, (_, index) => {
    const next = index === 49 ? '' : `, on_success: { next: a${index + 1} }`;
    return `  - { id: a${index}, type: basic, ${POST}, on_error: { next: note }${next} }`;
  });
  const analysis = analyze('flow.yaml', `tasks:\n${lines.join('\n')}\n  - { id: note, type: basic }\n`);
  const simulation = simulatedTest(analysis, {});
  const answered = Array.from({ length: 50 }, (_, index) => ({
    task: `a${index}`,
    answers: [{ kind: 'output' as const, output: { status: 200 }, after: 0, path: [] }],
    path: [],
  }));
  const ours = await cpuOf(async () => {
    const { cells } = await drill({ analysis, tests: [{ test: simulation }], isSimulated: true });
    if (cells.length < 400) throw new Error('Not every fault was tried.');
  }, 1);
  return toBoundRow({
    what: '50 tasks with 8 faults and more, drilled (CPU)',
    peer: 'one run of them without a fault',
    ours,
    theirs: await cpuOf(async () => {
      const { view } = await playTest(analysis, { ...simulation, answers: answered });
      if (view.status !== 'success') throw new Error(`Without a fault the run ended with ${view.status}.`);
    }, 10),
    limit: 5_000,
  });
}
