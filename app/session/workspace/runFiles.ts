import { err, ok } from '#engine';
import type { ReadableFiles } from '#engine/worker';
import { session } from '../store/store.ts';

/** The workspace as runs may read it: what they write is kept apart. */
export const runFiles: ReadableFiles = {
  read: async (path) => {
    const {
      document: { workspace, untrusted },
    } = session.getState();
    const text = workspace.files.get(path);
    if (text === undefined) return err(`There is no “${path}” in the workspace.`);
    if (untrusted.has(path)) return err(`“${path}” came from outside: open it and let it run first.`);
    return ok(text);
  },
  list: async (folder) => {
    const paths = [...session.getState().document.workspace.files.keys()];
    return ok(paths.filter((path) => folder === '' || path.startsWith(`${folder}/`)));
  },
};
