import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { compareValues, describeKind, isTruthy, readKey } from '../values/values.ts';
import type { Arrow, FunctionCall, FunctionDefinition } from './FunctionCall.ts';

/** Functions about lists. */
export const LIST_FUNCTIONS = {
  contains: {
    signature: 'contains(value, item)',
    arity: [2, 2],
    run: (call) => containsItem(call),
  },
  slice: {
    signature: 'slice(value, from, to?)',
    arity: [2, 3],
    run: (call) => sliceValue(call),
  },
  reverse: {
    signature: 'reverse(list)',
    arity: [1, 1],
    run: (call) => call.list(0).toReversed(),
  },
  sort: {
    signature: 'sort(list, key?)',
    arity: [1, 2],
    arrow: { index: 1, parameters: 1, isOptional: true },
    run: sortItems,
  },
  unique: {
    signature: 'unique(list)',
    arity: [1, 1],
    run: dropRepeated,
  },
  flatten: {
    signature: 'flatten(list)',
    arity: [1, 1],
    run: (call) => {
      const flat = call.list(0).flat(1);
      call.charge(flat.length);
      return flat;
    },
  },
  first: {
    signature: 'first(list)',
    arity: [1, 1],
    run: (call) => call.list(0)[0] ?? null,
  },
  last: {
    signature: 'last(list)',
    arity: [1, 1],
    run: (call) => call.list(0).at(-1) ?? null,
  },
  map: {
    signature: 'map(list, x => …)',
    arity: [2, 2],
    arrow: { index: 1, parameters: 2 },
    run: (call) => {
      const arrow = arrowOf(call);
      const items = call.list(0);
      const made: Json[] = [];
      for (let index = 0; index < items.length; index += 1) made.push(arrow(items[index] ?? null, index));
      return made;
    },
  },
  filter: {
    signature: 'filter(list, x => …)',
    arity: [2, 2],
    arrow: { index: 1, parameters: 2 },
    run: (call) => {
      const arrow = arrowOf(call);
      return call.list(0).filter((item, index) => isTruthy(arrow(item, index)));
    },
  },
  find: {
    signature: 'find(list, x => …)',
    arity: [2, 2],
    arrow: { index: 1, parameters: 2 },
    run: (call) => {
      const arrow = arrowOf(call);
      return call.list(0).find((item, index) => isTruthy(arrow(item, index))) ?? null;
    },
  },
  some: {
    signature: 'some(list, x => …)',
    arity: [2, 2],
    arrow: { index: 1, parameters: 2 },
    run: (call) => {
      const arrow = arrowOf(call);
      return call.list(0).some((item, index) => isTruthy(arrow(item, index)));
    },
  },
  every: {
    signature: 'every(list, x => …)',
    arity: [2, 2],
    arrow: { index: 1, parameters: 2 },
    run: (call) => {
      const arrow = arrowOf(call);
      return call.list(0).every((item, index) => isTruthy(arrow(item, index)));
    },
  },
  reduce: {
    signature: 'reduce(list, (acc, x) => …, start)',
    arity: [3, 3],
    arrow: { index: 1, parameters: 3 },
    acceptsNull: true,
    run: (call) =>
      call.value(0) === null
        ? null
        : call.list(0).reduce<Json>((value, item, index) => arrowOf(call)(value, item, index), call.value(1)),
  },
  groupBy: {
    signature: 'groupBy(list, x => …)',
    arity: [2, 2],
    arrow: { index: 1, parameters: 2, isOptional: true },
    run: groupItems,
  },
} satisfies Record<string, FunctionDefinition>;

/** The arrow of a function whose signature demands one: the parser lets no call through without it. */
function arrowOf(call: FunctionCall): Arrow {
  return call.arrow ?? call.fail('an arrow function is missing, as in `x => x.name`.');
}

/** An arrow function, or the name of a key, as what reads a key from an item; undefined when neither is given. */
function keyReader(call: FunctionCall): Arrow | undefined {
  if (call.arrow !== null) return call.arrow;
  if (!call.has(1)) return undefined;
  const key = call.text(1);
  return (item) => readKey(item, key) ?? null;
}

function containsItem(call: FunctionCall): boolean {
  const value = call.value(0);
  const item = call.value(1);
  if (Array.isArray(value)) return call.list(0).some((member) => call.evaluator.equal(member, item, call.range));
  if (typeof value === 'string') return call.text(0).includes(call.text(1));
  if (isJsonObject(value)) return Object.hasOwn(value, typeof item === 'number' ? String(item) : call.text(1));
  return call.refuse(0, 'a list, a map or text');
}

function sliceValue(call: FunctionCall): Json {
  const value = call.value(0);
  const from = call.integer(1);
  const to = call.has(2) ? call.integer(2) : undefined;
  if (typeof value === 'string') return call.text(0).slice(from, to);
  if (Array.isArray(value)) return call.list(0).slice(from, to);
  return call.refuse(0, 'a list or text');
}

function sortItems(call: FunctionCall): Json {
  const list = call.list(0);
  const reader = keyReader(call);
  const rows = list.map((item) => ({ item, key: reader === undefined ? item : reader(item) }));
  const nulls = rows.filter((row) => row.key === null);
  const sorted = rows
    .filter((row) => row.key !== null)
    .sort((a, b) => {
      call.charge(1);
      return (
        compareValues(a.key, b.key) ??
        call.fail(
          `${describeKind(a.key)} and ${describeKind(b.key)} have no order. Sort by a key, as in \`sort(list, x => x.name)\`.`,
        )
      );
    });
  return [...sorted, ...nulls].map((row) => row.item);
}

function dropRepeated(call: FunctionCall): Json {
  const seen = new Set<Json>();
  const kept: Json[] = [];
  const structures: Json[] = [];
  for (const item of call.list(0)) {
    if (typeof item === 'object' && item !== null) {
      if (structures.some((other) => call.evaluator.equal(other, item, call.range))) continue;
      structures.push(item);
    } else if (seen.has(item)) continue;
    seen.add(item);
    kept.push(item);
  }
  return kept;
}

function groupItems(call: FunctionCall): JsonObject {
  const reader = keyReader(call) ?? arrowOf(call);
  const groups = new Map<string, Json[]>();
  for (const [index, item] of call.list(0).entries()) {
    const value = reader(item, index);
    const key = value === null ? 'null' : call.toText(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return Object.fromEntries(groups);
}
