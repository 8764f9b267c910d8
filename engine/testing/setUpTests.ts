/** Runs before each test file: what all of them need, in one module, since each further one costs as much as a small test. */
import { configureGlobal } from 'fast-check';
import { beforeEach } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { loadPlacing } from '../layout/index.ts';

/** What every property of `npm test` starts from: a run on any machine tries the same cases. */
const SEED = 20_261_121;

const { SIGNALBOX_TEST_SEED: seed, SIGNALBOX_TEST_FACTOR: factor } = process.env;

// `npm run test:long` looks further each time, unless the seed that a failure printed is set.
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
else if (factor === undefined) configureGlobal({ seed: SEED });

// Tests ask machine, evaluator and canvas directly, without a host that loads what they need.
await loadPatterns();
await loadPlacing();

// Files share a process, and with it the databases of fake-indexeddb: no test finds what another stored.
beforeEach(() => {
  const { indexedDB } = globalThis as { indexedDB?: IDBFactory };
  if (indexedDB !== undefined) globalThis.indexedDB = Reflect.construct(indexedDB.constructor, []) as IDBFactory;
});
