import { invertTransaction, joinTransactions, type Transaction, touchPrevious } from './Transaction.ts';
import type { Workspace } from './Workspace.ts';

/** Transactions of one origin closer together than this become one step, in ms. */
const JOIN_WITHIN = 500;
/** Steps that can be undone; older ones are forgotten. */
const MAX_STEPS = 1000;
/** Characters held by the steps that can be undone, about: a guard for steps that replace whole files. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** One undo step: how to go back and how to go forth again. */
export interface HistoryStep {
  readonly forward: Transaction;
  readonly inverse: Transaction;
  /** When it was last added to, in ms. */
  readonly at: number;
}

/** What can be undone and redone, oldest first. An immutable value: each function answers a new one. */
export interface History {
  readonly undoable: readonly HistoryStep[];
  /** The next to redo is the last. */
  readonly redoable: readonly HistoryStep[];
  /** Whether the last step may still grow. An undo or redo closes it. */
  readonly isOpen: boolean;
}

/** A transaction to apply, with the history after it was applied. */
export interface HistoryMove {
  readonly transaction: Transaction;
  readonly history: History;
}

export interface RecordedTransaction {
  readonly workspaceBefore: Workspace;
  /** Must apply to `workspaceBefore`. */
  readonly transaction: Transaction;
  /** When it happened, in ms. */
  readonly at: number;
}

/** A history without steps. */
export function createHistory(): History {
  return { undoable: [], redoable: [], isOpen: false };
}

/**
 * The history after a transaction. Redoable steps are dropped. It joins the last step when both have the same origin, lie
 * within 500 ms and only edit texts or layouts; an origin that ends in `.type` also needs its edit to touch the last one.
 * Transactions without changes are not recorded.
 */
export function recordTransaction(history: History, recorded: RecordedTransaction): History {
  const { transaction, workspaceBefore, at } = recorded;
  const isEmpty = transaction.changes.every((change) => change.type === 'edit' && change.edits.length === 0);
  if (isEmpty && (transaction.layouts?.size ?? 0) === 0) return history;
  const step: HistoryStep = { forward: transaction, inverse: invertTransaction(workspaceBefore, transaction), at };
  const last = history.undoable.at(-1);
  const joined = history.isOpen && last !== undefined ? joinSteps(last, step) : null;
  const undoable = joined === null ? [...history.undoable, step] : [...history.undoable.slice(0, -1), joined];
  return { undoable: forgetOldest(undoable), redoable: [], isOpen: true };
}

/** The transaction that undoes the last step; null when there is none. */
export function undo(history: History): HistoryMove | null {
  const step = history.undoable.at(-1);
  if (step === undefined) return null;
  return {
    transaction: step.inverse,
    history: { undoable: history.undoable.slice(0, -1), redoable: [...history.redoable, step], isOpen: false },
  };
}

/** The transaction that redoes the step undone last; null when there is none. */
export function redo(history: History): HistoryMove | null {
  const step = history.redoable.at(-1);
  if (step === undefined) return null;
  return {
    transaction: step.forward,
    history: { undoable: [...history.undoable, step], redoable: history.redoable.slice(0, -1), isOpen: false },
  };
}

function joinSteps(last: HistoryStep, next: HistoryStep): HistoryStep | null {
  if (last.forward.origin !== next.forward.origin || next.at - last.at > JOIN_WITHIN || next.at < last.at) return null;
  if (last.forward.origin.endsWith('.type') && !touchPrevious(last.inverse, next.forward)) return null;
  const forward = joinTransactions(last.forward, next.forward);
  const inverse = joinTransactions(next.inverse, last.inverse);
  return forward === null || inverse === null ? null : { forward, inverse, at: next.at };
}

function forgetOldest(steps: readonly HistoryStep[]): readonly HistoryStep[] {
  let size = 0;
  let first = steps.length;
  while (first > 0 && steps.length - first < MAX_STEPS) {
    const step = steps[first - 1];
    if (step === undefined) break;
    size += sizeOf(step.forward) + sizeOf(step.inverse);
    if (size > MAX_CHARACTERS && first < steps.length) break;
    first -= 1;
  }
  return first === 0 ? steps : steps.slice(first);
}

function sizeOf(transaction: Transaction): number {
  let size = 0;
  for (const change of transaction.changes) {
    if (change.type === 'create') size += change.text.length;
    else if (change.type === 'edit') for (const edit of change.edits) size += edit.text.length;
  }
  return size;
}
