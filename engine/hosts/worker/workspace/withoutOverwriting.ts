import { type Err, err } from '../../../base/index.ts';
import type { WorkspaceFiles } from '../../../effects/index.ts';

/**
 * The files for an imported run: it may read and add files, but neither change nor delete existing ones, since the user has
 * not reviewed it against these files.
 */
export function withoutOverwriting(files: WorkspaceFiles): WorkspaceFiles {
  return {
    ...files,
    write: async (path, text) => {
      // `list` also has files that cannot be read.
      const listed = await files.list('');
      if (!listed.ok) return listed;
      return listed.value.includes(path) ? refuse(path, 'overwrite') : files.write(path, text);
    },
    remove: async (path) => refuse(path, 'remove'),
  };
}

function refuse(path: string, what: string): Err<string> {
  return err(`This run was imported from a file: it may not ${what} “${path}”, which is already in the workspace.`);
}
