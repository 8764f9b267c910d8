import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { createRun, type RunEvent, type RunInput } from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { TurnClock } from '../../testing/TurnClock.ts';
import type { Disk } from './journal/Disk.ts';
import { RunStore } from './journal/RunStore.ts';
import { RunExecutor } from './RunExecutor.ts';

const FIRST: RunInput = {
  type: 'run.started',
  at: 0,
  runId: 'r1',
  input: {},
  seed: 1,
  env: {},
  simulate: false,
  engine: '0.1.0',
  file: 'a.yaml',
};

test('a mistake of the machine ends the run with an error that asks for a report, and rejects nothing', async () => {
  const clock = new TurnClock();
  const disk: Disk = { commit: async () => {}, list: async () => [], find: async () => null };
  const events: RunEvent[] = [];
  const executor = new RunExecutor({
    runId: 'r1',
    // A machine that cannot change: whatever `advance` does with it throws.
    run: Object.freeze(createRun(readWorkflow(parseSyntax('tasks: []')))),
    performer: { perform: () => Promise.reject(new Error('not asked')) },
    store: new RunStore(disk, clock),
    clock,
    first: FIRST,
    onEvents: (more) => events.push(...more),
    backlog: () => 0,
  });
  executor.start();
  expect(await executor.ended).toMatchObject({ code: 'EXECUTION_ERROR', details: { type: 'internal' } });
  expect(events).toMatchObject([
    { type: 'run.finished', status: 'error', error: { message: expect.stringMatching(/report/) } },
  ]);
  executor.cancel();
  executor.signal('late', null);
});
