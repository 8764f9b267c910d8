/** Set by `npm run test:long`: how many times more often each property is tried. */
const factor = Number(process.env['SIGNALBOX_TEST_FACTOR'] ?? 1);

/** How often a property is tried: so many times in `npm test`, many times that in `npm run test:long`. */
export function numRuns(short: number): number {
  return short * factor;
}
