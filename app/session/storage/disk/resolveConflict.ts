import { EMPTY_LAYOUT } from '#engine';
import { readLayout } from '#engine/layout';
import { replaceFileText, writeFiles } from '../../document/dispatch.ts';
import type { Conflict } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';
import { storageRuntime } from '../runtime.ts';

/** Decides a conflict: `take` puts the text of the disk here, as one undo step; `keep` lets Save write ours over it. */
export function resolveConflict(path: string, choice: 'take' | 'keep'): void {
  const {
    storage: { conflicts, folder: state },
  } = session.getState();
  const conflict = conflicts.find((candidate) => candidate.path === path);
  if (!conflict || !state) return;
  // What cannot be taken now stays a question.
  if (choice === 'take' && !take(conflict)) return;
  const { diskText, layout } = conflict;
  const onDisk = new Map(state.onDisk);
  if (layout) storageRuntime.layoutsOnDisk.set(layout.of, layoutOf(conflict));
  else if (diskText === null) onDisk.delete(path);
  else onDisk.set(path, diskText);
  const rest = conflicts.filter((candidate) => candidate.path !== path);
  update({
    storage: { conflicts: rest, folder: { ...state, onDisk } },
    view: rest.length === 0 ? { dialog: null } : {},
  });
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

function layoutOf({ diskText }: Conflict) {
  return readLayout(diskText ?? '') ?? EMPTY_LAYOUT;
}
