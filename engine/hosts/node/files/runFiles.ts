import { createHash } from 'node:crypto';
import path from 'node:path';
import { err, ok } from '../../../base/index.ts';
import type { FileAnswer, ReadableFiles, WorkspaceFiles } from '../../../effects/index.ts';
import { createFolderFiles } from './folderFiles.ts';

/** Where the runs of a process have files. Paths are absolute. */
export interface RunFolders {
  /** The folder of workflows, in which runs reach neither these nor hidden files. */
  readonly workspace: string;
  /** The folder where runs of a workflow, named by its file, write; absent: the workspace itself. */
  readonly filesOf?: (file: string) => string;
  /** What no run reaches, wherever it is: state, journals. */
  readonly guarded?: readonly string[];
}

/** Where the runs of a server write. */
export interface FilesOptions {
  /** The folder that has one for each workflow; absent: `files` in the state folder. Absolute. */
  readonly folder?: string;
  /** The name of the folder that a workflow shares with others, by the name of the workflow. */
  readonly shared?: ReadonlyMap<string, string>;
}

/** The folders of the runs of a server: each workflow has one of its own to write in, and nothing reaches the state folder. */
export function toRunFolders(
  workspace: string,
  state: string,
  { folder, shared }: FilesOptions = {},
): Required<RunFolders> {
  const files = folder ?? path.join(state, 'files');
  return {
    workspace: path.resolve(workspace),
    guarded: [state, files],
    filesOf: (file) => {
      const workflow = file.replace(/\.yaml$/, '');
      const name = shared?.get(workflow);
      // No name of a workflow is written with a plus.
      return path.join(files, name === undefined ? folderName(workflow) : `+${name}`);
    },
  };
}

/** Longest name of a folder that is written out. */
const LONGEST_NAME = 120;

/** One step, also for a workflow in a folder: none has its folder inside of another one's. */
function folderName(workflow: string): string {
  const name = encodeURIComponent(workflow);
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, 80)}+${createHash('sha256').update(workflow).digest('hex').slice(0, 32)}`;
}

/** Workflows with their imports: what is run, and what runs start. */
export function createWorkflowFiles({ workspace, guarded = [] }: RunFolders): ReadableFiles {
  return createFolderFiles(workspace, { holds: 'workflows', guarded });
}

/**
 * The files that a run works with. Where it has a folder of its own, it writes there alone; of the workspace it then only reads,
 * and a file of its own hides one of the same path.
 *
 * @param file path of the outermost workflow in the workspace
 */
export function createRunFiles({ workspace, filesOf, guarded = [] }: RunFolders, file: string): WorkspaceFiles {
  const shared = createFolderFiles(workspace, { holds: 'data', guarded });
  if (filesOf === undefined) return shared;
  // The folder itself is of the state that runs do not reach.
  const own = createFolderFiles(filesOf(file), { holds: 'own' });
  const hasShared = async (path: string): Promise<boolean> => (await shared.read(path)).ok;
  return {
    read: async (path) => {
      const found = await own.read(path);
      return found.ok || found.reason !== 'missing' ? found : shared.read(path);
    },
    write: own.write,
    remove: async (path) => {
      const removed = await own.remove(path);
      return removed.ok || removed.reason !== 'missing' || !(await hasShared(path)) ? removed : refuseRemoval(path);
    },
    list: async (folder) => {
      const lists = [await own.list(folder), await shared.list(folder)] as const;
      const [mine, theirs] = lists;
      if (!mine.ok && mine.reason !== 'missing') return mine;
      // A folder of its own may have a name that is out of reach in the workspace.
      if (!theirs.ok && theirs.reason !== 'missing' && !(mine.ok && theirs.reason === 'refused')) return theirs;
      const found = lists.flatMap((each) => (each.ok ? each.value : []));
      // A folder that runs will write to is there from the start, and empty.
      return found.length > 0 || folder === '' || lists.some(({ ok: isFound }) => isFound)
        ? ok([...new Set(found)])
        : theirs;
    },
  };
}

function refuseRemoval(path: string): FileAnswer<null> {
  const message = `“${path}” is in the folder of the workflows, which runs can only read. They can change and delete only files that runs wrote.`;
  return { ...err(message), reason: 'refused' };
}
