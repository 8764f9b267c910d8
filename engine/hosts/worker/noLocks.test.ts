import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { FakeBrowser, type TabLocks } from '../../testing/FakeBrowser.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';

/** A browser without locks, as over plain http: those of a worker are its own. */
class LocklessBrowser extends FakeBrowser {
  override openLocks(): TabLocks {
    return { ...super.openLocks(), areShared: false };
  }
}

const WAITS = 'tasks: [{ id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]';

test('without locks an interrupted run resumes on request alone, from where it was', async () => {
  const killed = openEngine({ browser: new LocklessBrowser() });
  const runId = await start(killed, makeRequest(WAITS));
  await killed.clock.until(() => killed.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
  const seen = killed.events.get(runId) ?? [];
  const { clock, engine, finished } = openEngine({ browser: new LocklessBrowser() });
  expect(await clock.settle(engine.recoverRuns({ variables: [] }))).toEqual([]);
  expect(await clock.settle(engine.listRuns())).toMatchObject([{ runId, status: 'interrupted' }]);
  await clock.settle(engine.takeOver(runId, { variables: [] }));
  expect((await clock.settle(engine.findRun(runId)))?.events.slice(0, seen.length)).toEqual(seen);
  await engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: null });
  expect(await finished(runId)).toMatchObject({ status: 'success' });
  expect(await clock.settle(engine.listRuns())).toHaveLength(1);
});
