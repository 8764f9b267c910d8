/**
 * What differs between two texts of one workflow, in the workflow's own words. Pure: texts and analyses in, values out.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `match`: which task, agent, tool or action of one text is which of the other.
 * - `align`: two texts side by side along their trees, and the stretches that differ.
 * - `compare`: the values that differ.
 * - `name`: what each difference is called, what it may do, and the stretches that make it.
 * - `picture`: both texts as one graph, drawn.
 * - `merge`: three texts as one, and what of them is in conflict.
 */
export type { ChangeEdit } from './align/Hunk.ts';
export { diffLayouts } from './diffLayouts.ts';
export { diffWorkflows } from './diffWorkflows.ts';
export { type ConflictAnswer, type Merge, type MergeConflict, resolve } from './merge/MergeConflict.ts';
export { type MarkOptions, writeMarked } from './merge/marks/writeMarked.ts';
export { type MergedFile, mergeFile, renameBeside, type WorkflowTexts } from './merge/mergeFile.ts';
export { mergeMarked } from './merge/mergeMarked.ts';
export type { MergeOptions, WorkflowMerge } from './merge/mergeWorkflows.ts';
export { renameInLayout } from './merge/rename/renameInLayout.ts';
export type { Choice } from './merge/write/Segment.ts';
export type { Change, ChangeKind, ChangeSeverity } from './name/Change.ts';
export { toDiffGraph } from './picture/DiffGraph.ts';
export { drawMermaid } from './picture/drawMermaid.ts';
export { drawSvg } from './picture/drawSvg.ts';
