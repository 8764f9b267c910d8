/** The door to what changed between texts of one workflow (`#engine/change`): what differs between two, and three as one. */
export {
  type Change,
  type Choice,
  diffWorkflows,
  type Merge,
  type MergeConflict,
  mergeFile,
  renameInLayout,
  renameInTests,
  resolve,
  type WorkflowMerge,
} from '../change/index.ts';
