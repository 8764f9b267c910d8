import { replaceFileText, writeFiles } from '../document/dispatch.ts';
import { openFile } from '../document/files.ts';
import { session } from '../store/store.ts';
import type { Version } from './packVersions.ts';

/** Puts the text of a version in the place of that of now, or of a file that is gone, as one undo step. Answers whether it is there now. */
export function restoreVersion(path: string, { text }: Pick<Version, 'text'>): boolean {
  const now = session.getState().document.workspace.files.get(path);
  if (now === text) return true;
  if (now !== undefined) return replaceFileText(path, text, 'versions.restore');
  if (!writeFiles('versions.restore', [{ type: 'create', path, text }])) return false;
  openFile(path);
  return true;
}
