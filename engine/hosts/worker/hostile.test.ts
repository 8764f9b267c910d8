import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { tryCanary, tryGuessable } from '../../testing/hostileRuns.ts';
import { numRuns } from '../../testing/numRuns.ts';

/** ms; the longer the more is tried. */
const timeout = numRuns(60_000);

/** Gives a run a database of its own. */
function renew(): void {
  globalThis.indexedDB = new IDBFactory();
}

test(
  'a hostile workflow takes a secret nowhere a person did not say, skips no question, and finds it nowhere',
  async () => {
    const { broken, runs, reached } = await tryCanary({ runs: numRuns(120), renew });
    expect(broken).toBeNull();
    // Where it is allowed it does arrive: the workflows try in earnest.
    expect(reached).toBeGreaterThan(runs / 20);
  },
  timeout,
);

test(
  'once a run has used a secret that can be guessed, nothing of it goes elsewhere unasked',
  async () => {
    const { broken, reached } = await tryGuessable({ runs: numRuns(60), renew });
    expect(broken).toBeNull();
    expect(reached).toBeGreaterThan(0);
  },
  timeout,
);
