import type { JsonObject } from '../../base/index.ts';
import { ok } from '../../base/index.ts';
import type { KeyValueStore } from '../../effects/index.ts';

/** A store of `core:kv` that is empty when a test begins, and gone when it has ended. */
export function createTestStore(): KeyValueStore {
  const spaces = new Map<string, Map<string, JsonObject>>();
  const open = (namespace: string): Map<string, JsonObject> => {
    const known = spaces.get(namespace) ?? new Map<string, JsonObject>();
    spaces.set(namespace, known);
    return known;
  };
  return {
    get: async (namespace, key) => ok(open(namespace).get(key) ?? null),
    set: async (namespace, key, entry) => {
      open(namespace).set(key, entry);
      return ok(null);
    },
    remove: async (namespace, key) => {
      open(namespace).delete(key);
      return ok(null);
    },
    list: async (namespace) => ok([...open(namespace).keys()].sort()),
  };
}
