import { err, ok } from '../../../base/index.ts';
import type { KeyValueStore, WorkspaceFiles } from '../../../effects/index.ts';

/** The one namespace of the store that holds files. */
const SPACE = 'files';

/**
 * The files that runs see: workflows of the workspace, as the page has them open, and other files that runs wrote, which
 * are stored on this device. A file of the workspace hides a stored one of the same path.
 */
export function overlayFiles(workspace: WorkspaceFiles, kept: KeyValueStore): WorkspaceFiles {
  return {
    read: async (path) => {
      const open = await workspace.read(path);
      if (open.ok || isWorkflow(path)) return open;
      const found = await kept.get(SPACE, path);
      if (!found.ok) return found;
      const text = found.value?.['text'];
      return typeof text === 'string' ? ok(text) : open;
    },
    write: async (path, text) => (isWorkflow(path) ? workspace.write(path, text) : kept.set(SPACE, path, { text })),
    remove: async (path) => {
      if (isWorkflow(path)) return workspace.remove(path);
      const found = await kept.get(SPACE, path);
      if (found.ok && found.value === null) return err(`There is no “${path}” in the workspace.`);
      return found.ok ? kept.remove(SPACE, path) : found;
    },
    list: async (folder) => {
      const open = await workspace.list(folder);
      const own = await kept.list(SPACE);
      if (!open.ok || !own.ok) return open.ok ? own : open;
      const below = own.value.filter((path) => folder === '' || path.startsWith(`${folder}/`));
      return ok([...new Set([...open.value, ...below])]);
    },
  };
}

function isWorkflow(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
