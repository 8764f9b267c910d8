import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import { taskStarted, taskSucceeded } from '#engine/testing';
import type { EngineWorker } from '#engine/worker';
import { connectRuns } from '../run/run.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { inspectRun } from './inspectRun.ts';

const inspect = vi.fn<EngineWorker['inspectRun']>();
let stop: () => void = () => undefined;

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: []\n' });
  // A step is there from its begin, event 1, until it is over with event 2.
  inspect.mockReset().mockImplementation(async ({ seq }) => ({
    roots: { seq },
    input: null,
    values: [],
    isThere: seq < 2,
  }));
  const engine = idleEngine({ inspectRun: inspect, listRuns: async () => [], findRun: async () => null });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

const BODIES: readonly RunEventBody[] = [
  { type: 'run.started', runId: 'r', input: {}, simulate: false },
  taskStarted('bill', 1),
  taskSucceeded('bill', 1),
];
const EVENTS = BODIES.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
const run = (count: number) => ({ runId: 'r', events: EVENTS.slice(0, count), moment: null });

it('tells what a step sees at the instant that is shown', async () => {
  expect(await inspectRun(run(2), 1, ['item.total > 20'])).toMatchObject({
    ok: true,
    value: { roots: { seq: 1 }, isFromBegin: false },
  });
  expect(inspect).toHaveBeenCalledExactlyOnceWith({
    runId: 'r',
    seq: 1,
    activation: 1,
    isBefore: false,
    expressions: ['item.total > 20'],
  });
});

it('tells of a step that is over what it saw as it began', async () => {
  expect(await inspectRun(run(3), 1, [])).toMatchObject({
    ok: true,
    value: { roots: { seq: 1 }, isThere: true, isFromBegin: true },
  });
  expect(inspect.mock.calls.map(([{ seq, isBefore }]) => [seq, isBefore])).toEqual([
    [2, false],
    [1, true],
  ]);
});

it('says so where the run is no longer kept', async () => {
  inspect.mockResolvedValue(null);
  expect(await inspectRun(run(2), 1, [])).toEqual({
    ok: false,
    error: 'The run is no longer kept, so it cannot be looked into.',
  });
});
