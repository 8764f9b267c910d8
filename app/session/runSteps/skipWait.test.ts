import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import { taskStarted } from '#engine/testing';
import type { EngineWorker } from '#engine/worker';
import { selectActivation } from '../document/selection.ts';
import { connectRuns } from '../run/run.ts';
import { show } from '../run/runShown.ts';
import { session } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { canSkipWait, skipAnyWait } from './skipWait.ts';

const controlRun = vi.fn<EngineWorker['controlRun']>();
let stop: () => void = () => undefined;

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: []\n' });
  controlRun.mockReset().mockResolvedValue(undefined);
  const engine = idleEngine({ controlRun, listRuns: async () => [], findRun: async () => null });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

/** Shows a run in which steps have begun, of which those with these numbers wait for a time. */
function showWaiting(waiting: readonly number[], isImported = false): void {
  const bodies: RunEventBody[] = [{ type: 'run.started', runId: 'r', input: {}, simulate: false }];
  for (const activation of [1, 2, 3]) {
    bodies.push(taskStarted(`t${activation}`, activation));
    if (waiting.includes(activation))
      bodies.push({ type: 'task.waiting', taskId: `t${activation}`, activation, reason: 'delay', until: 9_000 });
  }
  const events = bodies.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
  show({ runId: 'r', path: 'a.yaml', source: 'tasks: []\n', events, isImported });
}

it('skips the wait of the only step that waits, whichever is looked at', async () => {
  showWaiting([2]);
  selectActivation(1);
  await skipAnyWait();
  expect(controlRun).toHaveBeenCalledExactlyOnceWith('r', { type: 'wait.skipped', activation: 2 });
});

it('skips the wait of the step that is looked at, where several wait; else it asks for one', async () => {
  const notices = collectNotices();
  showWaiting([1, 3]);
  selectActivation(2);
  await skipAnyWait();
  expect(controlRun).not.toHaveBeenCalled();
  expect(notices.at(-1)?.message).toBe('2 steps wait: choose one of them, then skip its wait.');
  selectActivation(3);
  await skipAnyWait();
  expect(controlRun).toHaveBeenCalledExactlyOnceWith('r', { type: 'wait.skipped', activation: 3 });
});

it('says that there is nothing to skip where no step waits', async () => {
  const notices = collectNotices();
  showWaiting([]);
  await skipAnyWait();
  expect(notices.at(-1)?.message).toBe('No step of this run waits for a time that could be skipped.');
  expect(controlRun).not.toHaveBeenCalled();
});

const can = (status: 'waiting' | 'retrying' | 'running') => canSkipWait(session.getState(), { status });

it('is for steps that wait or are to be retried, in a run that is executed here', () => {
  showWaiting([1]);
  expect([can('waiting'), can('retrying'), can('running')]).toEqual([true, true, false]);
  showWaiting([1], true);
  expect(can('waiting')).toBe(false);
});
