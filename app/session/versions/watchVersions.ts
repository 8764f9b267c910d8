import type { FileChange, History, Transaction } from '#engine';
import type { VersionReason } from '../../platform/versions/index.ts';
import { importedFiles } from '../document/analysis.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';
import { keepTexts, moveVersions, type TextToKeep } from './keptVersions.ts';

/** Keeps versions from now on, as the session changes. Answers with a function that stops that. */
export function watchVersions(): () => void {
  return session.subscribe((state, before) => {
    const { texts, moves } = findTexts(state, before);
    for (const { path, to } of moves) void moveVersions(path, to);
    if (texts.length > 0) void keepTexts(texts);
  });
}

/** What a change of the session means for the versions of its files. */
interface VersionChange {
  readonly texts: readonly TextToKeep[];
  /** Files that have another name now. */
  readonly moves: readonly { readonly path: string; readonly to: string }[];
}

const NOTHING: VersionChange = { texts: [], moves: [] };

/** What a step of each origin brings to a file; what was there before it is kept too. Steps of other origins are edits, and keep nothing. */
const BROUGHT: Readonly<Record<string, VersionReason>> = {
  'files.create': 'import',
  'files.copy': 'import',
  'files.import': 'import',
  'files.folder': 'import',
  'files.paste': 'import',
  'files.recorded': 'import',
  'files.imported-run': 'import',
  'files.disk': 'outside',
  'files.merge': 'merge',
  'versions.restore': 'restored',
};

/** Which texts are to be kept as versions after a change of the session, each file's older ones first. */
function findTexts(state: SessionState, before: SessionState): VersionChange {
  if (state.storage.role !== 'owner') return NOTHING;
  const steps = stepOf(state, before);
  const texts = [
    ...steps.texts,
    ...textsOfRun(state, before),
    ...textsSaved(state, before),
    ...textsInConflict(state, before),
  ];
  return texts.length === 0 && steps.moves.length === 0 ? NOTHING : { texts, moves: steps.moves };
}

/** What was done in one step. One that is undone or redone keeps nothing, for it can be taken back. */
function stepOf(state: SessionState, before: SessionState): VersionChange {
  const done = findDone(state.document.history, before.document.history);
  if (done === null) return NOTHING;
  const { changes, origin } = done.transaction;
  const moves = changes.flatMap((change) => (change.type === 'move' ? [{ path: change.path, to: change.to }] : []));
  if (!done.isNew) return { texts: [], moves };
  const reason = BROUGHT[origin.replace(/:.*$/s, '')];
  const here = before.document.workspace.files;
  const now = state.document.workspace.files;
  const removed = changes.flatMap(({ type, path }) => (type === 'remove' ? keep(path, here.get(path), 'removed') : []));
  const written = reason === undefined ? [] : listWritten(changes);
  const brought = written.flatMap((path) => [
    ...keep(path, here.get(path), 'here'),
    ...keep(path, now.get(path), reason ?? 'here'),
  ]);
  return { texts: [...removed, ...brought], moves };
}

/** The transaction that led from one history to the next; null where none did. */
function findDone(
  now: History,
  before: History,
): { readonly transaction: Transaction; readonly isNew: boolean } | null {
  const step = now.undoable.at(-1);
  const undone = now.redoable.at(-1);
  if (undone !== undefined && now.redoable.length > before.redoable.length)
    return { transaction: undone.inverse, isNew: false };
  if (step === undefined || step === before.undoable.at(-1) || now === before) return null;
  if (before.redoable.at(-1) === step) return { transaction: step.forward, isNew: false };
  return now.redoable.length > 0 ? null : { transaction: step.forward, isNew: true };
}

function listWritten(changes: readonly FileChange[]): readonly string[] {
  return changes.flatMap(({ type, path }) => (type === 'create' || type === 'edit' ? [path] : []));
}

/** The texts of a run that begins: its own, and those that it imports. */
function textsOfRun(state: SessionState, before: SessionState): readonly TextToKeep[] {
  const { shown: run, isStarting } = state.run;
  const isNew = run !== null && run.runId !== before.run.shown?.runId && isStarting;
  if (!isNew || run.server !== null || run.importedFrom !== null || run.isOfTest) return [];
  const others = [...importedFiles(state, run.path)];
  return [...keep(run.path, run.source, 'run'), ...others.flatMap(([path, text]) => keep(path, text, 'run'))];
}

/** The texts that were written to the open folder. */
function textsSaved({ storage, document }: SessionState, before: SessionState): readonly TextToKeep[] {
  const known = before.storage.folder?.onDisk;
  const onDisk = storage.folder?.onDisk;
  const { files } = document.workspace;
  if (known === undefined || onDisk === undefined || onDisk === known || files !== before.document.workspace.files)
    return [];
  return [...onDisk].flatMap(([path, text]) =>
    known.get(path) !== text && files.get(path) === text ? keep(path, text, 'saved') : [],
  );
}

/** Both texts of a file that changed here and elsewhere: whatever is decided, none of them is lost. */
function textsInConflict({ storage, document }: SessionState, before: SessionState): readonly TextToKeep[] {
  if (storage.conflicts === before.storage.conflicts) return [];
  return storage.conflicts.flatMap(({ path, layout, diskText }) => {
    const known = before.storage.conflicts.find((other) => other.path === path);
    if (layout || diskText === null || known?.diskText === diskText) return [];
    return [...keep(path, document.workspace.files.get(path), 'here'), ...keep(path, diskText, 'outside')];
  });
}

function keep(path: string, text: string | undefined, reason: VersionReason): readonly TextToKeep[] {
  return text === undefined ? [] : [{ path, text, reason }];
}
