/** What is wrong with a workflow, what may be, and how to mend it: one rule per file. */
export { blocksRun, checkAnalysis } from './checkAnalysis.ts';
