import { accessSync, constants, type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../../../base/index.ts';

/** The folder with a folder of files for each workflow; what is in those is looked at when runs use it. */
const FILES = 'files';

/**
 * A link in a state folder, or a copy of one: the path below it, null where there is none. A server makes none, and writes wherever
 * one leads: such a folder came from elsewhere, as with a repository. A folder that is not there has none. Throws what the system says.
 */
export function findLink(state: string): string | null {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of list(path.join(state, folder))) {
      const name = path.join(folder, entry.name);
      if (entry.isSymbolicLink()) return name;
      if (entry.isDirectory() && folder !== FILES) folders.push(name);
    }
  return null;
}

/** Why a folder with a link is refused, for the user. */
export function explainLink(state: string, name: string): string {
  return `${path.join(state, name)} is a link, and a state folder must have none: what the server writes would go where the link leads. Replace the link with what it leads to, or name another folder with --state${name.startsWith(FILES) ? ' or --files' : ''}.`;
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || (code === 'EACCES' && !mayEnter(folder))) return [];
    throw error;
  }
}

/** Whether anything can be written into a folder, or through a link in it. Nothing can into `lost+found` at the root of a volume. */
function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
