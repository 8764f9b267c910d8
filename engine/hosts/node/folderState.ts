import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createMemoryHome, type HostPorts, type StateFolder } from '../../effects/index.ts';
import { createFolderKeyValues } from './folderKeyValues.ts';

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
        if (isMissing(error)) return null;
        throw error;
      }),
    append: async (name, text) => writeDurably(path.join(folder, name), text, 'a'),
    replace: async (name, text) => {
      const file = path.join(folder, name);
      const draft = `${file}.${randomUUID()}.part`;
      try {
        await writeDurably(draft, text, 'wx');
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
    list: async (below) => {
      const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part')).map(({ name }) => name);
    },
  };
}

async function writeDurably(file: string, text: string, flags: 'a' | 'wx'): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
