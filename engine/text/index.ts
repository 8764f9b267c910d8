/** Texts and how they change: edits, transactions over files, history. Knows no YAML. */
export { applyEdits, areValidEdits, invertEdits } from './applyEdits.ts';
export { applyTransaction, invertTransaction } from './applyTransaction.ts';
export { composeEdits } from './composeEdits.ts';
export { cutText } from './cutText.ts';
export type { Diagnostic, Fix, Path, Severity } from './Diagnostic.ts';
export { type DiffLine, type DiffPart, diffLines, diffParts } from './diffLines.ts';
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
export { partAt } from './partAt.ts';
export type { Refusal } from './Refusal.ts';
export type { TextEdit, TextRange } from './TextEdit.ts';
export type { FileChange, Transaction } from './Transaction.ts';
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
