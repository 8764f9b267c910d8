import type { RunDigest } from './EventDigest.ts';

/** That of a run of which nothing is stored, so that nothing is ever to be proved: a digest takes as long as the machine. */
export const noDigest: RunDigest = { count: 0, add: () => {}, value: () => '' };
