import type { FileChange, Result } from '#engine';
import { err, ok } from '#engine';
import type { WorkspaceFiles } from '#engine/worker';
import { writeFiles } from '../document/dispatch.ts';
import { readOnlyReason } from '../document/readOnly.ts';
import { session } from '../store/store.ts';

/** The workspace as runs may touch it: each change is one of a user's, and can be undone. */
export const runFiles: WorkspaceFiles = {
  read: async (path) => {
    const {
      document: { workspace, untrusted },
    } = session.getState();
    const text = workspace.files.get(path);
    if (text === undefined) return err(`There is no “${path}” in the workspace.`);
    if (untrusted.has(path)) return err(`“${path}” came from outside: open it and let it run first.`);
    return ok(text);
  },
  write: async (path, text) => {
    const before = session.getState().document.workspace.files.get(path);
    if (before === undefined) return apply({ type: 'create', path, text });
    return apply({ type: 'edit', path, edits: [{ start: 0, end: before.length, text }] });
  },
  remove: async (path) => {
    if (!session.getState().document.workspace.files.has(path)) return err(`There is no “${path}” in the workspace.`);
    return apply({ type: 'remove', path });
  },
  list: async (folder) => {
    const paths = [...session.getState().document.workspace.files.keys()];
    return ok(paths.filter((path) => folder === '' || path.startsWith(`${folder}/`)));
  },
};

function apply(change: FileChange): Result<null, string> {
  const blocked = readOnlyReason();
  if (blocked) return err(blocked);
  return writeFiles('tools.write', [change]) ? ok(null) : err(`“${change.path}” could not be changed.`);
}
