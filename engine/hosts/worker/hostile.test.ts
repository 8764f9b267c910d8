import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { tryCanary, tryGuessable } from '../../testing/hostileRuns.ts';
import { numRuns } from '../../testing/numRuns.ts';

/** Timeout in ms, longer for more trials. */
const timeout = numRuns(60_000);

/** Gives a run a new database. */
function renew(): void {
  globalThis.indexedDB = new IDBFactory();
}

test(
  'a hostile workflow sends a secret nowhere the user did not allow, skips no question, and stores it nowhere',
  async () => {
    const { broken, runs, reached } = await tryCanary({ runs: numRuns(18, 120), renew });
    expect(broken).toBeNull();
    // Where it is allowed it does arrive: the workflows really try.
    expect(reached).toBeGreaterThan(runs / 20);
  },
  timeout,
);

test(
  'once a run has used a guessable secret, nothing of it is sent elsewhere without a question',
  async () => {
    const { broken, reached } = await tryGuessable({ runs: numRuns(12, 60), renew });
    expect(broken).toBeNull();
    expect(reached).toBeGreaterThan(0);
  },
  timeout,
);
