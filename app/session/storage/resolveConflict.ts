import { replaceFileText, writeFiles } from '../document/dispatch.ts';
import { session, update } from '../store/store.ts';

/** Decides a conflict: `take` puts the text of the disk here, as one undo step; `keep` lets Save write ours over it. */
export function resolveConflict(path: string, choice: 'take' | 'keep'): void {
  const {
    storage: { conflicts, folder: state },
  } = session.getState();
  const conflict = conflicts.find((candidate) => candidate.path === path);
  if (!conflict || !state) return;
  const { diskText } = conflict;
  if (choice === 'take') {
    const isHere = session.getState().document.workspace.files.has(path);
    if (diskText === null) writeFiles('files.disk', [{ type: 'remove', path }]);
    else if (isHere) replaceFileText(path, diskText, 'files.disk');
    else writeFiles('files.disk', [{ type: 'create', path, text: diskText }]);
  }
  const onDisk = new Map(state.onDisk);
  if (diskText === null) onDisk.delete(path);
  else onDisk.set(path, diskText);
  const rest = conflicts.filter((candidate) => candidate.path !== path);
  update({
    storage: { conflicts: rest, folder: { ...state, onDisk } },
    view: rest.length === 0 ? { dialog: null } : {},
  });
}
