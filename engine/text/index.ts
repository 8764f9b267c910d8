/** Texts and how they change: edits, transactions over files, history. Knows no YAML. */
export type { Diagnostic, Fix, Path, Refusal, Severity } from './Diagnostic.ts';
export { cutText, type DiffLine, type DiffPart, diffLines, diffParts, partAt } from './diffLines.ts';
export { diffValues, type ValueDiff } from './diffValues.ts';
export {
  createHistory,
  type History,
  type HistoryMove,
  type HistoryStep,
  type RecordedTransaction,
  recordTransaction,
  redo,
  undo,
} from './History.ts';
export { createLineIndex, type LineIndex, type Position } from './LineIndex.ts';
export { mapOffset } from './mapOffset.ts';
export { minimalEdits } from './minimalEdits.ts';
export { applyEdits, areValidEdits, composeEdits, invertEdits, type TextEdit, type TextRange } from './TextEdit.ts';
export { applyTransaction, type FileChange, invertTransaction, type Transaction } from './Transaction.ts';
export {
  type CardFrame,
  EMPTY_LAYOUT,
  EMPTY_WORKSPACE,
  type Layout,
  NOTE_COLORS,
  type Note,
  type NoteColor,
  type Point,
  type Workspace,
} from './Workspace.ts';
