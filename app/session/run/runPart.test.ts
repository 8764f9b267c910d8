import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { session, update } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { connectRuns, openRun } from './run.ts';
import { lastTaskInput, runPart, startPart } from './runPart.ts';

const SOURCE = `tasks:
  - { id: one, type: map, on_success: { next: two } }
  - { id: two, type: map, on_success: { next: three } }
  - { id: three, type: map }
`;

/** A task that ran. */
function ran(taskId: string, activation: number, output: number): readonly RunEventBody[] {
  const of = { taskId, activation };
  return [
    { type: 'task.started', ...of, parent: null, operation: null, input: { of: taskId } },
    { type: 'task.succeeded', ...of, output, duration: 1, retryCount: 0, simulated: false },
  ];
}

const BODIES: readonly RunEventBody[] = [
  { type: 'run.started', runId: 'r1', input: { n: 1 }, simulate: false },
  ...ran('one', 1, 11),
  ...ran('two', 2, 22),
  ...ran('three', 3, 33),
  { type: 'run.finished', status: 'success', output: 33, error: null },
];

const RECORD: RunRecord = {
  runId: 'r1',
  path: 'a.yaml',
  name: null,
  status: 'success',
  startedAt: 1,
  endedAt: 2,
  simulate: false,
  simulated: false,
  source: SOURCE,
  input: { n: 1 },
  events: BODIES.map((body, seq): RunEvent => ({ seq, at: 1000 + seq, ...body })),
};

const startRun = vi.fn<EngineWorker['startRun']>();
let stop: () => void = () => undefined;

beforeEach(async () => {
  resetSession({ 'a.yaml': SOURCE, 'b.yaml': SOURCE });
  startRun.mockReset().mockResolvedValue({ ok: true, runId: 'again' });
  const engine = idleEngine({ findRun: async () => RECORD, startRun, listRuns: async () => [] });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  await openRun('r1');
});
afterEach(() => stop());

/** What the engine was asked to run. */
async function started() {
  await vi.waitFor(() => expect(startRun).toHaveBeenCalledOnce());
  return startRun.mock.calls[0]?.[0];
}

it('begins with a task on the results of the run before, and its input', async () => {
  runPart({ kind: 'from', taskId: 'three' });
  const reuse = [
    { taskId: 'one', output: 11 },
    { taskId: 'two', output: 22 },
  ];
  expect(await started()).toMatchObject({ input: { n: 1 }, plan: { from: { taskId: 'three' }, reuse } });
});

it('ends with a task, and takes what was run before it and beside it as it is', async () => {
  runPart({ kind: 'until', taskId: 'two' });
  const plan = (await started())?.plan;
  expect(plan).toMatchObject({ until: 'two', pins: { one: { kind: 'reused', output: 11 } } });
  expect(plan?.pins).not.toHaveProperty('two');
});

it('asks for the input of a task that runs alone, which is its last one, and runs that task with what was given', async () => {
  runPart({ kind: 'only', taskId: 'two' });
  expect(startRun).not.toHaveBeenCalled();
  expect(session.getState().run.form).toEqual({ path: 'a.yaml', aim: { kind: 'only', taskId: 'two' }, isShort: false });
  expect(lastTaskInput(session.getState(), 'a.yaml', 'two')).toEqual({ of: 'two' });
  await startPart({ kind: 'only', taskId: 'two' }, { input: {}, taskInput: { of: 'me' } });
  expect((await started())?.plan).toMatchObject({ from: { taskId: 'two', input: { of: 'me' } }, until: 'two' });
});

it('runs a task alone on its last input where it is given none', async () => {
  await startPart({ kind: 'only', taskId: 'two' }, { input: {} });
  expect((await started())?.plan).toMatchObject({ from: { taskId: 'two', input: { of: 'two' } }, until: 'two' });
});

it('asks for the input of a file that has not run, and takes no results of another one', () => {
  update({ document: { activePath: 'b.yaml' } });
  runPart({ kind: 'from', taskId: 'three' });
  expect(startRun).not.toHaveBeenCalled();
  expect(session.getState().run.form).toEqual({
    path: 'b.yaml',
    aim: { kind: 'from', taskId: 'three' },
    isShort: false,
  });
});
