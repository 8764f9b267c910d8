import { assertNever, err, ok, type Result } from '../base/index.ts';
import type { Refusal } from './Diagnostic.ts';
import { applyEdits, areValidEdits, composeEdits, invertEdits, type TextEdit } from './TextEdit.ts';
import type { Layout, Workspace } from './Workspace.ts';

/** One change of one file. Paths are workspace paths with `/`, without a leading one. */
export type FileChange =
  | { readonly type: 'edit'; readonly path: string; readonly edits: readonly TextEdit[] }
  | { readonly type: 'create'; readonly path: string; readonly text: string }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'move'; readonly path: string; readonly to: string };

/**
 * The only way a workspace changes: applied whole or not at all, undone as one step.
 * Changes apply in order; edits of one file refer to its text before the transaction.
 */
export interface Transaction {
  /** What caused it (`canvas.connect`, `source.type`, …): neighbours with the same origin within 500 ms join in history. */
  readonly origin: string;
  readonly changes: readonly FileChange[];
  /** New layouts by path (after moves); a layout is replaced whole; null drops it. */
  readonly layouts?: ReadonlyMap<string, Layout | null>;
}

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

interface WorkspaceDraft {
  readonly files: Map<string, string>;
  readonly layouts: Map<string, Layout>;
  /** Files already edited in this transaction, by the path they have now: their edits would no longer fit. */
  readonly edited: Set<string>;
}

/**
 * The workspace after a transaction, or why it does not apply: `UNKNOWN_FILE`, `FILE_EXISTS`, `INVALID_PATH`,
 * `INVALID_EDITS` (unsorted, overlapping, outside), `EDITED_TWICE`. Applied whole or not at all. A removed file takes its
 * layout along, a moved one keeps it.
 */
export function applyTransaction(workspace: Workspace, transaction: Transaction): Result<Workspace, Refusal> {
  const draft: WorkspaceDraft = {
    files: new Map(workspace.files),
    layouts: new Map(workspace.layouts),
    edited: new Set(),
  };
  for (const change of transaction.changes) {
    const refusal = applyChange(draft, change);
    if (refusal !== null) return err(refusal);
  }
  for (const [path, layout] of transaction.layouts ?? []) {
    if (layout === null) draft.layouts.delete(path);
    else if (draft.files.has(path)) draft.layouts.set(path, layout);
    else return err(unknownFile(path));
  }
  return ok({ files: draft.files, layouts: draft.layouts });
}

/**
 * The transaction that takes `apply(workspace, transaction)` back to `workspace`. The transaction must apply to the
 * workspace; throws a `RangeError` otherwise.
 */
export function invertTransaction(workspace: Workspace, transaction: Transaction): Transaction {
  const draft: WorkspaceDraft = {
    files: new Map(workspace.files),
    layouts: new Map(workspace.layouts),
    edited: new Set(),
  };
  const changes: FileChange[] = [];
  const paths = new Set(transaction.layouts?.keys());
  for (const change of transaction.changes) {
    const inverse = invertChange(draft.files, change);
    const refusal = applyChange(draft, change);
    if (refusal !== null || inverse === null) throw new RangeError('Only a transaction that applies can be inverted.');
    changes.unshift(inverse);
    if (change.type !== 'edit') paths.add(change.path);
    if (change.type === 'move') paths.add(change.to);
  }
  const { origin } = transaction;
  if (paths.size === 0) return { origin, changes };
  return { origin, changes, layouts: new Map([...paths].map((path) => [path, workspace.layouts.get(path) ?? null])) };
}

function applyChange(draft: WorkspaceDraft, change: FileChange): Refusal | null {
  const text = draft.files.get(change.path);
  if (change.type === 'create') {
    if (text !== undefined) return fileExists(change.path);
    if (!isValidPath(change.path)) return invalidPath(change.path);
    draft.files.set(change.path, change.text);
    return null;
  }
  if (text === undefined) return unknownFile(change.path);
  switch (change.type) {
    case 'edit':
      if (draft.edited.has(change.path)) return editedTwice(change.path);
      if (!areValidEdits(text.length, change.edits)) return invalidEdits(change.path);
      draft.files.set(change.path, applyEdits(text, change.edits));
      draft.edited.add(change.path);
      return null;
    case 'remove':
      draft.files.delete(change.path);
      draft.layouts.delete(change.path);
      draft.edited.delete(change.path);
      return null;
    case 'move':
      return moveFile(draft, change, text);
    default:
      return assertNever(change);
  }
}

function moveFile(draft: WorkspaceDraft, { path, to }: FileChange & { type: 'move' }, text: string): Refusal | null {
  if (draft.files.has(to)) return fileExists(to);
  if (!isValidPath(to)) return invalidPath(to);
  draft.files.delete(path);
  draft.files.set(to, text);
  const layout = draft.layouts.get(path);
  draft.layouts.delete(path);
  draft.layouts.delete(to);
  if (layout !== undefined) draft.layouts.set(to, layout);
  if (draft.edited.delete(path)) draft.edited.add(to);
  return null;
}

function invertChange(files: ReadonlyMap<string, string>, change: FileChange): FileChange | null {
  if (change.type === 'create') return { type: 'remove', path: change.path };
  if (change.type === 'move') return { type: 'move', path: change.to, to: change.path };
  const text = files.get(change.path);
  if (text === undefined) return null;
  if (change.type === 'remove') return { type: 'create', path: change.path, text };
  return { type: 'edit', path: change.path, edits: invertEdits(text, change.edits) };
}

function isValidPath(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function unknownFile(path: string): Refusal {
  return { code: 'UNKNOWN_FILE', subject: path, message: `There is no file “${path}” in the workspace.` };
}

function fileExists(path: string): Refusal {
  return { code: 'FILE_EXISTS', subject: path, message: `There already is a file “${path}”. Choose another name.` };
}

function invalidPath(path: string): Refusal {
  const message = `“${path}” cannot be a file name. Use names separated by “/”, without “.” or “..” as a name.`;
  return { code: 'INVALID_PATH', subject: path, message };
}

function invalidEdits(path: string): Refusal {
  const message = `The change does not fit the text of “${path}”: it overlaps itself or lies outside. Try again on the current text.`;
  return { code: 'INVALID_EDITS', subject: path, message };
}

function editedTwice(path: string): Refusal {
  const message = `“${path}” would be edited twice in one step. Put its edits into one change.`;
  return { code: 'EDITED_TWICE', subject: path, message };
}
