import { expect, test } from 'vitest';
import { readWorkflow } from '../../../../model/index.ts';
import type { RunEvent } from '../../../../run/index.ts';
import { parseSyntax } from '../../../../syntax/index.ts';
import { startInput } from '../../../../testing/given/startInput.ts';
import { TurnClock } from '../../../../testing/TurnClock.ts';
import { restoreRun } from '../../../restoreRun.ts';
import type { Disk } from '../../journal/Disk.ts';
import { RunStore } from '../../journal/RunStore.ts';
import { FamilyTime } from './FamilyTime.ts';
import { RunExecutor } from './RunExecutor.ts';

const FIRST = startInput({ runId: 'r1' });

test('an exception of the machine ends the run with an error that asks for a report, and rejects nothing', async () => {
  const clock = new TurnClock();
  const disk: Disk = {
    commit: async () => {},
    claim: async () => 1,
    list: async () => [],
    find: async () => null,
    row: async () => null,
    below: async () => [],
    ask: () => Promise.reject(new Error('is not asked')),
  };
  const events: RunEvent[] = [];
  const workflow = readWorkflow(
    parseSyntax('tasks:\n  - {id: a, type: wait, config: {timeout: 1s, check_interval: 1s}}\n'),
  );
  const restored = await restoreRun(workflow, { inputs: [FIRST], proofs: [] }, () => undefined);
  if (!restored.ok) throw new Error(restored.error.message);
  // A frozen machine: `advance` throws.
  Object.freeze(restored.value.tracked.run);
  const executor = new RunExecutor({
    claim: { runId: 'r1', epoch: 1 },
    restored: restored.value,
    takeCheckpoint: () => null,
    rewrite: async () => ({ ok: true, value: undefined }),
    performer: { perform: () => Promise.reject(new Error('not asked')) },
    children: { idleCount: 0, note: () => {}, passBudget: () => {}, passSetting: () => {}, stop: () => {} },
    store: new RunStore(disk, clock),
    time: new FamilyTime(clock),
    view: () => ({ paused: null }),
    onEvents: (more) => events.push(...more),
    onIdle: () => {},
    onTrouble: () => {},
    backlog: () => 0,
  });
  executor.start();
  expect(await clock.settle(executor.ended)).toMatchObject({
    type: 'failed',
    error: { code: 'EXECUTION_ERROR', details: { type: 'internal' } },
  });
  expect(events).toMatchObject([
    { type: 'run.finished', status: 'error', error: { message: expect.stringMatching(/report/) } },
  ]);
  executor.control({ type: 'run.cancelled' });
  executor.control({ type: 'signal.received', name: 'late', payload: null });
});
