import { err, ok } from '../../../base/index.ts';
import {
  type FileAnswer,
  type KeyValueStore,
  type ReadableFiles,
  refuseGuarded,
  type WorkspaceFiles,
} from '../../../effects/index.ts';

/** The one namespace of the store that holds files. */
const SPACE = 'files';

/**
 * The files that runs work with: those that runs wrote, which are stored on this device, and data files of the workspace,
 * which they only read. A stored file hides one of the workspace of the same path. Workflows are out of reach.
 */
export function overlayFiles(workspace: ReadableFiles, kept: KeyValueStore): WorkspaceFiles {
  return {
    read: (path) =>
      guard(path, async () => {
        const found = await kept.get(SPACE, path);
        const text = found.ok ? found.value?.['text'] : undefined;
        if (typeof text === 'string') return ok(text);
        return found.ok ? workspace.read(path) : found;
      }),
    write: (path, text) => guard(path, () => kept.set(SPACE, path, { text })),
    remove: (path) =>
      guard(path, async () => {
        const found = await kept.get(SPACE, path);
        if (!found.ok || found.value !== null) return found.ok ? kept.remove(SPACE, path) : found;
        const isShared = (await workspace.read(path)).ok;
        return isShared
          ? { ...err(`“${path}” is in the workspace, which runs can only read.`), reason: 'refused' as const }
          : { ...err(`There is no “${path}” in the workspace.`), reason: 'missing' as const };
      }),
    list: async (folder) => {
      const open = await workspace.list(folder);
      const own = await kept.list(SPACE);
      if (!open.ok || !own.ok) return open.ok ? own : open;
      const below = own.value.filter((path) => folder === '' || path.startsWith(`${folder}/`));
      return ok([...new Set([...open.value.filter((path) => refuseGuarded(path) === null), ...below])]);
    },
  };
}

async function guard<T>(path: string, work: () => Promise<FileAnswer<T>>): Promise<FileAnswer<T>> {
  const refused = refuseGuarded(path);
  if (refused === null) return work();
  return { ...err(`“${path}” is out of reach for runs: ${refused}.`), reason: 'refused' };
}
