import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { describeKind } from '../values/values.ts';
import type { FunctionCall, FunctionDefinition } from './FunctionCall.ts';

/** Functions about maps, and about anything that has a size. */
export const MAP_FUNCTIONS = {
  len: {
    signature: 'len(value)',
    arity: [1, 1],
    acceptsNull: true,
    run: countItems,
  },
  keys: {
    signature: 'keys(map)',
    arity: [1, 1],
    run: (call) => Object.keys(call.map(0)),
  },
  values: {
    signature: 'values(map)',
    arity: [1, 1],
    run: (call) => Object.values(call.map(0)),
  },
  entries: {
    signature: 'entries(map)',
    arity: [1, 1],
    run: (call) => Object.entries(call.map(0)).map(([key, value]) => ({ key, value })),
  },
  merge: {
    signature: 'merge(map, …)',
    arity: [1, Number.POSITIVE_INFINITY],
    run: (call) => jsonObject(call.args.flatMap((_, index) => Object.entries(call.map(index)))),
  },
  pick: {
    signature: 'pick(map, keys)',
    arity: [2, Number.POSITIVE_INFINITY],
    run: (call) => keepKeys(call, true),
  },
  omit: {
    signature: 'omit(map, keys)',
    arity: [2, Number.POSITIVE_INFINITY],
    run: (call) => keepKeys(call, false),
  },
} satisfies Record<string, FunctionDefinition>;

function countItems(call: FunctionCall): Json {
  const value = call.value(0);
  if (value === null) return 0;
  if (typeof value === 'string') return call.read(value).length;
  if (Array.isArray(value)) return value.length;
  if (isJsonObject(value)) return Object.keys(value).length;
  return call.refuse(0, 'a list, a map or text');
}

function keepKeys(call: FunctionCall, isKept: boolean): JsonObject {
  const map = call.map(0);
  const keys = new Set(readKeys(call));
  if (!isKept) return jsonObject(Object.entries(map).filter(([key]) => !keys.has(key)));
  return jsonObject([...keys].filter((key) => Object.hasOwn(map, key)).map((key) => [key, map[key] as Json] as const));
}

function readKeys(call: FunctionCall): string[] {
  const keys = Array.isArray(call.value(1)) && call.args.length === 2 ? call.list(1) : call.args.slice(1);
  return keys.map((key) =>
    typeof key === 'string' || typeof key === 'number'
      ? String(key)
      : call.fail(`a key is text, not ${describeKind(key)}.`),
  );
}
