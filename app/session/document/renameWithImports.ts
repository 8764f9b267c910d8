import { renameFile } from '#engine/edit';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { dispatch } from './dispatch.ts';

/**
 * Renames a file, or moves it to another folder of the workspace; its layout goes along, and imports of it and in it lead
 * where they led, as one undo step. Says how many other files followed. Answers whether it was done.
 */
export function renameWithImports(path: string, to: string): boolean {
  if (path === to) return false;
  const renaming = renameFile(session.getState().document.workspace.files, { from: path, to });
  if (!dispatch(renaming)) return false;
  const changed = renaming.ok
    ? renaming.value.changes.filter((change) => change.type === 'edit' && change.path !== path)
    : [];
  const count = new Set(changed.map((change) => change.path)).size;
  if (count > 0)
    notify({ kind: 'info', message: `Imports in ${count} other ${count === 1 ? 'file' : 'files'} follow ${to}.` });
  return true;
}
