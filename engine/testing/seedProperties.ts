import { configureGlobal } from 'fast-check';

/** What every property of `npm test` starts from: a run on any machine tries the same cases. */
const SEED = 20_261_121;

const { SIGNALBOX_TEST_SEED: seed, SIGNALBOX_TEST_FACTOR: factor } = process.env;

// `npm run test:long` looks further each time, unless the seed that a failure printed is set.
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
else if (factor === undefined) configureGlobal({ seed: SEED });
