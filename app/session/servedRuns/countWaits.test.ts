import { beforeEach, expect, test } from 'vitest';
import type { EngineWorker, RunSummary } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { countOwn } from './countWaits.ts';

function row(runId: string, status: RunSummary['status'], waits: number): RunSummary {
  return {
    runId,
    path: 'a.yaml',
    name: null,
    status,
    startedAt: 0,
    endedAt: null,
    simulate: false,
    simulated: false,
    waits,
  };
}

const listRuns: EngineWorker['listRuns'] = async ({ parent } = {}) =>
  parent === undefined
    ? [row('new', 'running', 1), row('old', 'running', 1), row('cut off', 'interrupted', 1)]
    : parent === 'old'
      ? [row('inside', 'running', 2)]
      : [];

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: []\n' });
  setEngine({ engine: idleEngine({ listRuns }), onFailure: () => () => undefined, restart: () => undefined });
});

test('runs under way are counted with what they and the runs inside wait for; an interrupted one waits for nothing', async () => {
  expect(await countOwn()).toEqual({ running: ['new', 'old'], waits: 4 });
});
