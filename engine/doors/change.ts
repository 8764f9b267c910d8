/** The door to what changed between texts of one workflow (`#engine/change`): what differs between two, and three as one. */
export {
  type Change,
  type Choice,
  diffLayouts,
  diffWorkflows,
  type Merge,
  type MergeConflict,
  mergeFile,
  renameBeside,
  renameInLayout,
  resolve,
  type WorkflowMerge,
  type WorkflowTexts,
} from '../change/index.ts';
