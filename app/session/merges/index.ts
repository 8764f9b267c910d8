/** What comes of merges: tests and recorded runs on the merged text. The door of this slice of the session, which is loaded with the first merge. */
export { compareMerged } from './compareMerged.ts';
export type { MergeSubject } from './MergeSubject.ts';
export {
  currentProof,
  dropProof,
  hideProof,
  onProofs,
  type ProvedMerge,
  shownProof,
  startProof,
} from './mergeProofs.ts';
export type { ProvedTest } from './proveTests.ts';
export { takeMerged } from './takeMerged.ts';
export { workflowsOfConflict } from './workflowsOfConflict.ts';
