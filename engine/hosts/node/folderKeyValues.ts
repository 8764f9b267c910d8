import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, err, isJsonObject, type Json, type JsonObject, messageOf, ok, type Result } from '../../base/index.ts';
import { createMemoryHome, type HostPorts, type KeyValueStore, type StateFolder } from '../../effects/index.ts';
import { replaceFile, writeDurably } from './replaceFile.ts';

/**
 * The values of `core:kv` in a folder: a file for each, so that runs of several processes do not overwrite each other.
 * Names of files are hashes, since keys may be any text.
 */
export function createFolderKeyValues(folder: string): KeyValueStore {
  const spaceOf = (namespace: string): string => path.join(folder, 'kv', hash(namespace));
  const fileOf = (namespace: string, key: string): string => path.join(spaceOf(namespace), `${hash(key)}.json`);
  return {
    get: (namespace, key) =>
      attempt(async () => {
        const kept = await readKept(fileOf(namespace, key));
        return kept === null ? null : kept.entry;
      }),
    set: (namespace, key, entry) =>
      attempt(async () => {
        const file = fileOf(namespace, key);
        const draft = `${file}.${randomUUID()}.part`;
        await mkdir(path.dirname(file), { recursive: true });
        try {
          await writeFile(draft, JSON.stringify({ namespace, key, entry }), { mode: 0o600 });
          await rename(draft, file);
        } finally {
          await rm(draft, { force: true });
        }
        return null;
      }),
    remove: (namespace, key) =>
      attempt(async () => {
        await rm(fileOf(namespace, key), { force: true });
        return null;
      }),
    list: (namespace) =>
      attempt(async () => {
        const names = await readdir(spaceOf(namespace)).catch((error: unknown) => {
          if (codeOf(error) === 'ENOENT') return [];
          throw error;
        });
        const files = names.filter((name) => name.endsWith('.json'));
        const kept = await Promise.all(files.map((name) => readKept(path.join(spaceOf(namespace), name))));
        return kept.flatMap((each) => (each === null ? [] : [each.key]));
      }),
  };
}

/** The value in a file; null without one. Throws for a file that was changed by hand. */
async function readKept(file: string): Promise<{ readonly key: string; readonly entry: JsonObject } | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const value: Json = JSON.parse(text);
  if (!isJsonObject(value) || typeof value['key'] !== 'string' || !isJsonObject(value['entry']))
    throw new Error(`${file} was changed`);
  return { key: value['key'], entry: value['entry'] };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

async function attempt<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (error) {
    const isFull = codeOf(error) === 'ENOSPC';
    const reason = isFull ? 'the disk is full' : messageOf(error);
    return err(`The state folder cannot be used: ${reason}.`);
  }
}

/** Where the runs of a process keep memories and the values of `core:kv`: below a folder; with null, memories in the process alone. */
export function openStateKeep(folder: string | null): Pick<HostPorts, 'memory' | 'keyValues'> {
  if (folder === null) return { memory: createMemoryHome() };
  const memory = createMemoryHome({ folder: openStateFolder(path.join(folder, 'memory')) });
  return { memory, keyValues: createFolderKeyValues(folder) };
}

/** A folder that keeps state between processes; created with its first file. */
function openStateFolder(folder: string): StateFolder {
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
