/**
 * What differs between two texts of one workflow, in the workflow's own words. Pure: texts and analyses in, values out.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `match`: which task, agent, tool or action of one text is which of the other.
 */

export type { Matched, Pair } from './match/Matched.ts';
export { listRenames, type MatchedParts, matchParts, type Rename } from './match/matchParts.ts';
