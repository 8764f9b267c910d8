/** Set by `npm run test:long`: how many times more often each property is tried. */
const factor = Number(process.env['SIGNALBOX_TEST_FACTOR'] ?? 1);

/**
 * How often a property is tried: so many times in `npm test`, many times that in `npm run test:long`. `long`, where it is given, is what is
 * multiplied there: a few cases show each day that the property holds at all, and thousands are tried before a release.
 */
export function numRuns(short: number, long = short): number {
  return factor === 1 ? short : long * factor;
}
