import { err, ok } from '../base/index.ts';
import type { KeyValueStore, WorkspaceFiles } from '../effects/index.ts';

/** A workspace in memory; `texts` is what is in it now. */
export function createMemoryFiles(given: Readonly<Record<string, string>> = {}): WorkspaceFiles & {
  readonly texts: Map<string, string>;
} {
  const texts = new Map(Object.entries(given));
  return {
    texts,
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? err(`There is no file “${path}”.`) : ok(text);
    },
    write: async (path, text) => {
      texts.set(path, text);
      return ok(null);
    },
    remove: async (path) => (texts.delete(path) ? ok(null) : err(`There is no file “${path}”.`)),
    list: async (folder) => ok([...texts.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`))),
  };
}

function place(namespace: string, key: string): string {
  return JSON.stringify([namespace, key]);
}

/** A store of values in memory. */
export function createMemoryKeyValues(): KeyValueStore {
  const entries = new Map<string, Parameters<KeyValueStore['set']>[2]>();
  return {
    get: async (namespace, key) => ok(entries.get(place(namespace, key)) ?? null),
    set: async (namespace, key, entry) => {
      entries.set(place(namespace, key), entry);
      return ok(null);
    },
    remove: async (namespace, key) => {
      entries.delete(place(namespace, key));
      return ok(null);
    },
    list: async (namespace) =>
      ok(
        [...entries.keys()]
          .map((each): readonly string[] => JSON.parse(each) as string[])
          .flatMap(([space, key = '']) => (space === namespace ? [key] : [])),
      ),
  };
}
