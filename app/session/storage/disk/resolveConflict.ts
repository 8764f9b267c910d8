import { EMPTY_LAYOUT } from '#engine';
import { readLayout } from '#engine/layout';
import { replaceFileText, writeFiles } from '../../document/dispatch.ts';
import { notify } from '../../store/notices.ts';
import type { Conflict } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';
import { storageRuntime } from '../runtime.ts';
import { noteSeen } from './diskFiles.ts';

/** What is done about a conflict: `take` the text of the disk, `keep` the one that is here, or put another one in the place of both. */
export type Decision = 'take' | 'keep' | { readonly text: string };

/** Decides a conflict. What comes in is one undo step; after each decision Save writes what is here over what is on disk. */
export function resolveConflict(path: string, decision: Decision): void {
  const { conflicts } = session.getState().storage;
  const conflict = conflicts.find((candidate) => candidate.path === path);
  if (!conflict) return;
  // What cannot be taken now stays a question.
  if (decision === 'take' && !take(conflict)) return;
  if (typeof decision === 'object' && !put(conflict, decision.text)) return;
  noteDisk(conflict);
  const rest = conflicts.filter((candidate) => candidate.path !== path);
  update({ storage: { conflicts: rest }, view: rest.length === 0 ? { dialog: null } : {} });
}

/** Answers whether what is on disk is here now. */
function take(conflict: Conflict): boolean {
  const { path, diskText, layout } = conflict;
  if (layout) return writeFiles('files.disk', [], new Map([[layout.of, layoutOf(conflict)]]));
  const here = session.getState().document.workspace.files.get(path) ?? null;
  if (here === diskText) return true;
  if (diskText === null) return writeFiles('files.disk', [{ type: 'remove', path }]);
  if (here === null) return writeFiles('files.disk', [{ type: 'create', path, text: diskText }]);
  return replaceFileText(path, diskText, 'files.disk');
}

/** Answers whether a text that was made of both is here now. */
function put({ path, layout }: Conflict, text: string): boolean {
  if (layout) {
    const merged = readLayout(text);
    if (merged) return writeFiles('files.merge', [], new Map([[layout.of, merged]]));
    notify({ kind: 'error', message: `The merged text is not a layout of ${layout.of}. Take one of the two.` });
    return false;
  }
  return session.getState().document.workspace.files.get(path) === text || replaceFileText(path, text, 'files.merge');
}

/** What is on disk is known from now on: Save compares with it. */
function noteDisk(conflict: Conflict): void {
  const { path, diskText, layout, isLaunched } = conflict;
  const { folder } = session.getState().storage;
  if (layout) storageRuntime.layoutsOnDisk.set(layout.of, layoutOf(conflict));
  else if (isLaunched === true) noteSeen(path, diskText ?? '');
  else if (folder) {
    const onDisk = new Map(folder.onDisk);
    if (diskText === null) onDisk.delete(path);
    else onDisk.set(path, diskText);
    update({ storage: { folder: { ...folder, onDisk } } });
  }
}

function layoutOf({ diskText }: Conflict) {
  return readLayout(diskText ?? '') ?? EMPTY_LAYOUT;
}
