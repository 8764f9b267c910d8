import {
  type Analysis,
  applyTransaction,
  err,
  type FileChange,
  type HistoryMove,
  type Layout,
  minimalEdits,
  ok,
  type Refusal,
  type Result,
  recordTransaction,
  redo as redoStep,
  type Transaction,
  undo as undoStep,
  type Workspace,
} from '#engine';
import { analysisOf, keepStep } from './analysis.ts';
import { findNameProblem } from './fileNames.ts';
import { findRename, followFiles, followTask, type Marks } from './followRenames.ts';
import { notify } from './notices.ts';
import { readOnlyReason } from './readOnly.ts';
import type { Selection, SessionState } from './State.ts';
import { EMPTY_SELECTION, session, update } from './store.ts';
import { type Move, tellMove } from './tellMove.ts';
import type { TextSource } from './textSources.ts';
import { untrustedAfter } from './trust.ts';

/**
 * Applies what a command answered, as one undo step. A refusal is told to the person. Answers whether the workspace changed.
 */
export function dispatch(result: Result<Transaction, Refusal>): boolean {
  const { workspace, history } = session.getState();
  const blocked = readOnlyReason();
  const applied = blocked ? err(blocked) : !result.ok ? err(result.error.message) : tryApply(workspace, result.value);
  if (!applied.ok) {
    notify({ kind: 'warning', message: applied.error });
    return false;
  }
  if (!result.ok) return false;
  const transaction = result.value;
  settle(
    {
      workspace: applied.value,
      history: recordTransaction(history, { workspaceBefore: workspace, transaction, at: Date.now() }),
    },
    transaction,
    false,
  );
  return true;
}

/** Takes back the last step, whichever pane made it, and says so where files come, go or open by it. */
export function undo(): void {
  const told = move('undo', undoStep(session.getState().history));
  if (told) tellMove(told);
}

/** Does again what was taken back last, and says so where files come, go or open by it. */
export function redo(): void {
  const told = move('redo', redoStep(session.getState().history));
  if (told) tellMove(told);
}

/** Takes back the last step as the answer to a notice, which has told already. */
export function undoTold(): void {
  move('undo', undoStep(session.getState().history));
}

/**
 * Writes files that no command of the engine writes, as one undo step. Where the text comes from decides whether they are
 * trusted. Answers whether it was done.
 */
export function writeFiles(
  source: TextSource,
  changes: readonly FileChange[],
  layouts?: ReadonlyMap<string, Layout | null>,
): boolean {
  return dispatch(ok({ origin: source, changes, ...(layouts === undefined ? {} : { layouts }) }));
}

/** Replaces a file's whole text by the smallest edit. One undo step. Answers whether it was done. */
export function replaceFileText(path: string, text: string, source: TextSource): boolean {
  const before = session.getState().workspace.files.get(path);
  if (before === undefined || before === text) return false;
  return writeFiles(source, [{ type: 'edit', path, edits: minimalEdits(before, text) }]);
}

/** Answers what there is to tell of it; null where nothing was done. */
function move(kind: 'undo' | 'redo', step: HistoryMove | null): Move | null {
  if (!step) return null;
  const before = session.getState();
  const blocked = readOnlyReason();
  const applied = blocked ? err(blocked) : tryApply(before.workspace, step.transaction);
  if (!applied.ok) {
    notify({ kind: 'warning', message: applied.error });
    return null;
  }
  settle({ workspace: applied.value, history: step.history }, step.transaction, true);
  const path = changedPath(step.transaction);
  const { activePath, workspace } = session.getState();
  if (path !== null && path !== activePath && workspace.files.has(path))
    update({ activePath: path, selection: EMPTY_SELECTION });
  const after = session.getState().workspace;
  const restore = () => {
    if (session.getState().workspace !== after) restoreFiles(before.workspace, step.transaction);
    else if (kind === 'undo') move('redo', redoStep(session.getState().history));
    else undoTold();
  };
  return { kind, transaction: step.transaction, openBefore: before.activePath, restore };
}

/** Writes files that a step removed once more, as a step of its own: something else was done since. */
function restoreFiles({ files, layouts }: Workspace, { changes }: Transaction): void {
  const present = session.getState().workspace.files;
  const gone = changes.flatMap(({ type, path }) => (type === 'remove' && !present.has(path) ? [path] : []));
  if (gone.length === 0) return;
  const created = gone.map((path) => ({ type: 'create' as const, path, text: files.get(path) ?? '' }));
  const kept = gone.flatMap((path) => [[path, layouts.get(path) ?? null] as const]);
  if (writeFiles('files.restore', created, new Map(kept)))
    update({ activePath: gone[0] ?? null, selection: EMPTY_SELECTION });
}

function tryApply(workspace: Workspace, transaction: Transaction): Result<Workspace, string> {
  const problem = findNameProblem(transaction);
  if (problem !== null) return err(problem);
  const applied = applyTransaction(workspace, transaction);
  return applied.ok ? applied : err(applied.error.message);
}

function settle(
  { workspace, history }: Pick<SessionState, 'workspace' | 'history'>,
  transaction: Transaction,
  isMove: boolean,
): void {
  const state = session.getState();
  const marked = transaction.changes.filter(
    ({ path }) => state.breakpoints.has(path) || state.pins.has(path) || state.untrusted.has(path),
  );
  const before = marked.flatMap(({ type, path }) => (type === 'edit' ? (analysisOf(state, path) ?? []) : []));
  for (const change of transaction.changes) {
    const before = state.workspace.files.get(change.path);
    const after = workspace.files.get(change.path);
    if (change.type !== 'edit' || before === undefined || after === undefined) continue;
    keepStep({ path: change.path, before, after, edits: change.edits });
  }
  const activePath = followActive(state.activePath, transaction, workspace);
  const next = { ...state, workspace, history, activePath };
  const selection =
    activePath === state.activePath || isMoveOf(state.activePath, transaction) ? prune(next) : EMPTY_SELECTION;
  const marks = marked.length > 0 ? followMarks(next, transaction, before) : {};
  const untrusted = untrustedAfter({ before: state, after: { ...next, ...marks }, transaction, isMove });
  update({ workspace, history, activePath, selection, ...marks, untrusted });
}

/** Breakpoints, pins and what is not trusted after a transaction: they follow tasks and files that have another name. */
function followMarks(state: SessionState, transaction: Transaction, before: readonly Analysis[]): Marks {
  let marks = followFiles(state, transaction);
  for (const analysis of before) {
    const after = analysisOf(state, analysis.path);
    const rename = after && findRename(analysis, after);
    if (rename) marks = followTask(marks, rename);
  }
  return marks;
}

/** The open file after a transaction: it follows a rename; when it is removed the next one opens. */
function followActive(active: string | null, transaction: Transaction, workspace: Workspace): string | null {
  let path = active;
  for (const change of transaction.changes) {
    if (change.type === 'move' && change.path === path) path = change.to;
  }
  if (path !== null && workspace.files.has(path)) return path;
  return workspace.files.keys().next().value ?? null;
}

function isMoveOf(path: string | null, transaction: Transaction): boolean {
  return transaction.changes.some((change) => change.type === 'move' && change.path === path);
}

/** The selection without tasks and edges that are gone. While the text is broken nothing is taken for gone. */
function prune(state: SessionState): Selection {
  const { selection } = state;
  if (selection.tasks.size === 0 && selection.edge === null) return selection;
  const analysis = analysisOf(state, state.activePath);
  if (!analysis || analysis.isBroken) return selection;
  const { nodes, edges } = analysis.graph;
  const tasks = [...selection.tasks].filter((id) => nodes.has(id));
  const edge = edges.some(({ id }) => id === selection.edge) ? selection.edge : null;
  if (tasks.length === selection.tasks.size && edge === selection.edge) return selection;
  return { ...selection, tasks: new Set(tasks), edge };
}

function changedPath(transaction: Transaction): string | null {
  const change = transaction.changes.find(({ type }) => type !== 'remove');
  if (change) return change.type === 'move' ? change.to : change.path;
  return transaction.layouts?.keys().next().value ?? null;
}
