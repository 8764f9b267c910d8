import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '#engine/run';
import type { EngineWorker, EventBatch } from '#engine/worker';
import { connectRuns } from '../run/run.ts';
import { startRun } from '../run/startRun.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { setVirtualTime, toggleVirtualTime } from './virtualTime.ts';

const STARTED: RunEvent = { seq: 0, at: 0, type: 'run.started', runId: 'r1', input: {}, simulate: false };
const startOf = vi.fn<EngineWorker['startRun']>(async () => ({ ok: true, runId: 'r1' }));
const control = vi.fn<EngineWorker['controlRun']>(async () => undefined);
let send: (batch: EventBatch) => void = () => undefined;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.clearAllMocks();
  resetSession({ 'a.yaml': 'tasks: [{ id: a, type: basic }]\n' });
  const engine = idleEngine({
    startRun: startOf,
    controlRun: control,
    listRuns: async () => [],
    subscribe: async (next) => {
      send = next;
    },
  });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

it('is sent with a run only where it is on', async () => {
  await startRun({});
  expect(startOf.mock.calls[0]?.[0]).not.toHaveProperty('plan');
  setVirtualTime(true);
  await startRun({});
  expect(startOf.mock.calls[1]?.[0].plan).toEqual({ virtualTime: true });
});

it('is told to a run in flight, and the command says which way it is', async () => {
  const notices = collectNotices();
  await startRun({});
  send({ runId: 'r1', events: [STARTED] });
  toggleVirtualTime();
  expect(control).toHaveBeenLastCalledWith('r1', { type: 'virtualTime.set', isOn: true });
  toggleVirtualTime();
  expect(control).toHaveBeenLastCalledWith('r1', { type: 'virtualTime.set', isOn: false });
  expect(notices.map(({ message }) => message.split(':')[0])).toEqual(['Virtual time is on', 'Virtual time is off']);
});
