import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../base/index.ts';
import { createMemoryHome, type HostPorts, type StateFolder } from '../../effects/index.ts';
import { createFolderKeyValues } from './folderKeyValues.ts';
import { replaceFile, writeDurably } from './replaceFile.ts';

/** Where the runs of a process keep memories and the values of `core:kv`: below a folder; with null, memories in the process alone. */
export function openStateKeep(folder: string | null): Pick<HostPorts, 'memory' | 'keyValues'> {
  if (folder === null) return { memory: createMemoryHome() };
  const memory = createMemoryHome({ folder: openStateFolder(path.join(folder, 'memory')) });
  return { memory, keyValues: createFolderKeyValues(folder) };
}

/** A folder that keeps state between processes; created with its first file. */
export function openStateFolder(folder: string): StateFolder {
  return {
    name: folder,
    read: async (name) =>
      readFile(path.join(folder, name), 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }),
    append: async (name, text) => writeDurably(path.join(folder, name), text, 'a'),
    replace: async (name, text) => replaceFile(path.join(folder, name), text),
    list: async (below) => {
      const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part')).map(({ name }) => name);
    },
  };
}
