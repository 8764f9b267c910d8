import { type Err, err } from '../../../base/index.ts';
import type { WorkspaceFiles } from '../../../effects/index.ts';

/**
 * Files as a run sees them that came from a file: it may read what any run may, and add files, but neither change nor
 * remove one that is there. The person never saw it beside the files it would write over.
 */
export function withoutOverwriting(files: WorkspaceFiles): WorkspaceFiles {
  return {
    ...files,
    write: async (path, text) => {
      // Also a file that may not be read is there.
      const listed = await files.list('');
      if (!listed.ok) return listed;
      return listed.value.includes(path) ? refuse(path, 'write over') : files.write(path, text);
    },
    remove: async (path) => refuse(path, 'remove'),
  };
}

function refuse(path: string, what: string): Err<string> {
  return err(`This run came from a file: it may not ${what} “${path}”, which is in the workspace already.`);
}
