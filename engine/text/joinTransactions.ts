import { composeEdits } from './composeEdits.ts';
import type { TextEdit } from './TextEdit.ts';
import type { FileChange, Transaction } from './Transaction.ts';

/**
 * Two transactions, one after the other, as one; null when either creates, removes or moves files. The second's edits
 * refer to the texts after the first.
 */
export function joinTransactions(first: Transaction, second: Transaction): Transaction | null {
  const edits = new Map<string, readonly TextEdit[]>();
  for (const change of [...first.changes, ...second.changes]) {
    if (change.type !== 'edit') return null;
    edits.set(change.path, composeEdits(edits.get(change.path) ?? [], change.edits));
  }
  const changes = [...edits].map(([path, list]): FileChange => ({ type: 'edit', path, edits: list }));
  const layouts = new Map([...(first.layouts ?? []), ...(second.layouts ?? [])]);
  return layouts.size === 0 ? { origin: first.origin, changes } : { origin: first.origin, changes, layouts };
}

/**
 * Whether a transaction continues where the previous one changed the text: one file, one edit each, touching, and not
 * removing text after some was typed, so that undo can restore what was typed and removed right after.
 * `inverse` is the inverse of the previous transaction, so that its ranges and `next`'s refer to the same text.
 */
export function touchPrevious(inverse: Transaction, next: Transaction): boolean {
  const before = soleEdit(inverse);
  const after = soleEdit(next);
  if (before === null || after === null || before.path !== after.path) return false;
  const hasTyped = before.edit.end > before.edit.start;
  const removes = after.edit.end > after.edit.start;
  return after.edit.start <= before.edit.end && after.edit.end >= before.edit.start && !(hasTyped && removes);
}

function soleEdit(transaction: Transaction): { readonly path: string; readonly edit: TextEdit } | null {
  const change = transaction.changes[0];
  if (transaction.changes.length !== 1 || change?.type !== 'edit') return null;
  const edit = change.edits[0];
  return change.edits.length !== 1 || edit === undefined ? null : { path: change.path, edit };
}
