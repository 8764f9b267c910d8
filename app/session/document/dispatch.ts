import {
  type Analysis,
  applyTransaction,
  EMPTY_LAYOUT,
  err,
  type FileChange,
  type HistoryMove,
  isServeConfig,
  isTestFile,
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
import { notify } from '../store/notices.ts';
import type { DocumentState, Selection, SessionState } from '../store/State.ts';
import { applyChange, EMPTY_SELECTION, session, update } from '../store/store.ts';
import { analysisOf, analyzeTransaction } from './analysis.ts';
import { findNameProblem } from './fileNames.ts';
import {
  describeCrossing,
  findRename,
  followFiles,
  followTask,
  type Marks,
  type Move,
  marksOf,
  notifyMove,
} from './followRenames.ts';
import { readOnlyReason } from './readOnly.ts';
import { type TextSource, untrustedAfter } from './trust.ts';

/**
 * Applies what a command answered, as one undo step. A refusal is shown to the user. Answers whether the workspace changed.
 */
export function dispatch(result: Result<Transaction, Refusal>): boolean {
  const {
    document: { workspace, history },
  } = session.getState();
  const blocked = readOnlyReason();
  const applied = blocked ? err(blocked) : !result.ok ? err(result.error.message) : tryApply(workspace, result.value);
  if (!applied.ok) {
    notify({ kind: 'warning', message: applied.error });
    return false;
  }
  if (!result.ok) return false;
  const transaction = result.value;
  const recorded = recordTransaction(history, { workspaceBefore: workspace, transaction, at: Date.now() });
  settle({ workspace: applied.value, history: recorded }, { transaction, isMove: false });
  return true;
}

/**
 * Undoes the last step, whichever pane made it, and says so where that adds, removes or opens files. Asks first where the step is of
 * other files than the open one, unless a notice has just told of it.
 */
export function undo(how: 'asking' | 'told' = 'asking'): void {
  step('undo', how);
}

/** Redoes the step undone last, as {@link undo} does. */
export function redo(): void {
  step('redo', 'asking');
}

function step(kind: 'undo' | 'redo', how: 'asking' | 'told'): void {
  const { history } = session.getState().document;
  const next = kind === 'undo' ? undoStep(history) : redoStep(history);
  const crossing = next && how === 'asking' ? describeCrossing(kind, next) : null;
  const go = (): void => {
    const done = session.getState().document.history === history ? move(kind, next) : null;
    if (done) notifyMove(done);
  };
  if (crossing === null) go();
  else notify({ kind: 'info', message: crossing, action: { label: kind === 'undo' ? 'Undo it' : 'Redo it', run: go } });
}

/** Undoes the last step as the answer to a notice, which has said what was done. */
export function undoSilently(): void {
  move('undo', undoStep(session.getState().document.history));
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
  const before = session.getState().document.workspace.files.get(path);
  if (before === undefined || before === text) return false;
  return writeFiles(source, [{ type: 'edit', path, edits: minimalEdits(before, text) }]);
}

/** Answers what a notice can say of it; null where nothing was done. */
function move(kind: 'undo' | 'redo', step: HistoryMove | null): Move | null {
  if (!step) return null;
  const before = session.getState();
  const blocked = readOnlyReason();
  const applied = blocked ? err(blocked) : tryApply(before.document.workspace, step.transaction);
  if (!applied.ok) {
    notify({ kind: 'warning', message: applied.error });
    return null;
  }
  settle({ workspace: applied.value, history: step.history }, { transaction: step.transaction, isMove: true });
  const path = changedPath(step.transaction);
  const {
    document: { activePath, workspace },
  } = session.getState();
  if (path !== null && path !== activePath && workspace.files.has(path))
    update({ document: { activePath: path, selection: EMPTY_SELECTION } });
  const after = session.getState().document.workspace;
  const restore = () => {
    if (session.getState().document.workspace !== after) restoreFiles(before.document.workspace, step.transaction);
    else if (kind === 'undo') move('redo', redoStep(session.getState().document.history));
    else undoSilently();
  };
  return { kind, transaction: step.transaction, openBefore: before.document.activePath, restore };
}

/** Writes files that a step removed once more, as a separate step: something else was done since. */
function restoreFiles({ files, layouts }: Workspace, { changes }: Transaction): void {
  const present = session.getState().document.workspace.files;
  const gone = changes.flatMap(({ type, path }) => (type === 'remove' && !present.has(path) ? [path] : []));
  if (gone.length === 0) return;
  const created = gone.map((path) => ({ type: 'create' as const, path, text: files.get(path) ?? '' }));
  const kept = gone.flatMap((path) => [[path, layouts.get(path) ?? null] as const]);
  if (writeFiles('files.restore', created, new Map(kept)))
    update({ document: { activePath: gone[0] ?? null, selection: EMPTY_SELECTION } });
}

/** A transaction that was applied. */
interface Settled {
  readonly transaction: Transaction;
  /** Undo or redo brought it about. */
  readonly isMove: boolean;
}

function tryApply(workspace: Workspace, transaction: Transaction): Result<Workspace, string> {
  const problem = findNameProblem(transaction);
  if (problem !== null) return err(problem);
  const applied = applyTransaction(workspace, transaction);
  return applied.ok ? applied : err(applied.error.message);
}

/** Takes over what a transaction gave, with all that follows its text: analyses, the open file, the selection, marks, trust. */
function settle(
  { workspace, history }: Pick<DocumentState, 'workspace' | 'history'>,
  { transaction, isMove }: Settled,
): void {
  const state = session.getState();
  const { breakpoints, pins, untrusted } = marksOf(state);
  const marked = transaction.changes.filter(
    ({ path }) => breakpoints.has(path) || pins.has(path) || untrusted.has(path),
  );
  const before = marked.flatMap(({ type, path }) => (type === 'edit' ? (analysisOf(state, path, 'own') ?? []) : []));
  analyzeTransaction(transaction, { before: state.document.workspace, after: workspace });
  const active = state.document.activePath;
  const activePath = followActive(active, transaction, workspace);
  const changed = applyChange(state, { document: { workspace, history, activePath } });
  const selection = activePath === active || isMoveOf(active, transaction) ? prune(changed) : EMPTY_SELECTION;
  const marks = marked.length > 0 ? followMarks(changed, transaction, before) : marksOf(state);
  const next = applyChange(changed, {
    document: { selection, untrusted: marks.untrusted },
    run: { breakpoints: marks.breakpoints, pins: marks.pins },
  });
  const { document, run } = next;
  update({
    document: { ...document, untrusted: untrustedAfter({ before: state, after: next, transaction, isMove }) },
    run,
  });
}

/** Breakpoints, pins and what is not trusted after a transaction: they follow tasks and files that have another name. */
function followMarks(state: SessionState, transaction: Transaction, before: readonly Analysis[]): Marks {
  let marks = followFiles(marksOf(state), transaction);
  for (const analysis of before) {
    const after = analysisOf(state, analysis.path, 'own');
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
  return path !== null && workspace.files.has(path) ? path : firstPath([...workspace.files.keys()]);
}

/** Which of some files opens where none is chosen: the first workflow, where there is one. */
export function firstPath(paths: readonly string[]): string | null {
  return paths.find((path) => !isTestFile(path) && !isServeConfig(path)) ?? paths[0] ?? null;
}

function isMoveOf(path: string | null, transaction: Transaction): boolean {
  return transaction.changes.some((change) => change.type === 'move' && change.path === path);
}

/** The selection without tasks, notes, frames and edges that are gone. While the text is broken no task is taken for gone. */
function prune(state: SessionState): Selection {
  const selection = pruneLayout(state.document);
  if (selection.tasks.size === 0 && selection.edge === null) return selection;
  const analysis = analysisOf(state, state.document.activePath, 'own');
  if (!analysis || analysis.isBroken) return selection;
  const { nodes, edges } = analysis.graph;
  const tasks = [...selection.tasks].filter((id) => nodes.has(id));
  const edge = edges.some(({ id }) => id === selection.edge) ? selection.edge : null;
  if (tasks.length === selection.tasks.size && edge === selection.edge) return selection;
  return { ...selection, tasks: new Set(tasks), edge };
}

function pruneLayout({ workspace, activePath, selection }: DocumentState): Selection {
  if (selection.notes.size + selection.frames.size === 0) return selection;
  const { notes = [], frames = [] } = workspace.layouts.get(activePath ?? '') ?? EMPTY_LAYOUT;
  return { ...selection, notes: idsAmong(notes, selection.notes), frames: idsAmong(frames, selection.frames) };
}

function idsAmong(all: readonly { readonly id: string }[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(all.map(({ id }) => id).filter((id) => chosen.has(id)));
}

function changedPath(transaction: Transaction): string | null {
  const change = transaction.changes.find(({ type }) => type !== 'remove');
  if (change) return change.type === 'move' ? change.to : change.path;
  return transaction.layouts?.keys().next().value ?? null;
}
