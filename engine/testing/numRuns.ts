import { configureGlobal } from 'fast-check';

/** Set by `npm run test:long`: how many times more often each property is tried. */
const factor = Number(process.env['SIGNALBOX_TEST_FACTOR'] ?? 1);
/** The seed that a failure printed, to see it again. */
const seed = process.env['SIGNALBOX_TEST_SEED'];

if (seed !== undefined) configureGlobal({ seed: Number(seed) });

/** How often a property is tried: so many times in `npm test`, many times that in `npm run test:long`. */
export function numRuns(short: number): number {
  return short * factor;
}
