import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { FakeBrowser, type TabLocks } from '../../testing/FakeBrowser.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import type { RunLocks } from './platform/locks.ts';

/** A browser that is too busy to give a lock until the gate opens. */
class BusyBrowser extends FakeBrowser {
  gate: Promise<void> = Promise.resolve();

  override openLocks(): TabLocks {
    const locks = super.openLocks();
    const acquire: RunLocks['acquire'] = async (runId, steal) => {
      await this.gate;
      return locks.acquire(runId, steal);
    };
    return { ...locks, acquire };
  }
}

const PAUSE = 'tasks: [{ id: pause, type: wait, config: { timeout: 1h, check_interval: 1h } }]';

test('a run is told of also where the browser takes long to give its lock, which no other tab holds', async () => {
  const browser = new BusyBrowser();
  const killed = openEngine({ browser });
  const runId = await start(killed, makeRequest(PAUSE));
  killed.locks.die();
  const next = openEngine({ browser });
  browser.gate = new Promise((open) => next.clock.setTimer(2_000, open));
  expect(await next.clock.settle(next.engine.recoverRuns({ variables: [] }))).toEqual([runId]);
});
