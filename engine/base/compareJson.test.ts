import { expect, test } from 'vitest';
import { compareJson } from './compareJson.ts';
import { type Json, jsonObject } from './Json.ts';

/** Changes as text: `~ path older → newer`, `+ path`, `- path`. */
function listChanges(older: Json, newer: Json): readonly string[] {
  return compareJson(older, newer).changes.map((change) => {
    const path = change.path.join('/');
    switch (change.kind) {
      case 'changed':
        return `~ ${path} ${JSON.stringify(change.older)} → ${JSON.stringify(change.newer)}`;
      case 'added':
        return `+ ${path} ${JSON.stringify(change.newer)}`;
      case 'removed':
        return `- ${path} ${JSON.stringify(change.older)}`;
    }
  });
}

function large(last: number): Json {
  return { list: Array.from({ length: 5000 }, (_, at) => ({ at })), last };
}

test('equal values have no change, whatever the order of their keys', () => {
  expect(listChanges({ a: [1, { b: 2 }], c: null }, { c: null, a: [1, { b: 2 }] })).toEqual([]);
});

test('a change is named as deep as both are alike', () => {
  expect(listChanges({ list: [{ n: 1, text: 'a' }] }, { list: [{ n: 1, text: 'b' }] })).toEqual([
    '~ list/0/text "a" → "b"',
  ]);
  expect(listChanges({ a: 1 }, [1])).toEqual(['~  {"a":1} → [1]']);
  expect(listChanges(1, '1')).toEqual(['~  1 → "1"']);
  expect(listChanges(null, {})).toEqual(['~  null → {}']);
});

test('added keys are listed where the newer has them, removed keys after them', () => {
  expect(listChanges({ gone: 1, same: 2 }, { came: 3, same: 4 })).toEqual(['+ came 3', '~ same 2 → 4', '- gone 1']);
});

test('what was put into a list or taken from it is one change each, not one of all that follows', () => {
  expect(listChanges(['a', 'b', 'c'], ['x', 'a', 'b', 'c'])).toEqual(['+ 0 "x"']);
  expect(listChanges(['a', 'b', 'c'], ['a', 'c'])).toEqual(['- 1 "b"']);
  expect(listChanges([1, 2, 9], [1, 3, 4, 9])).toEqual(['~ 1 2 → 3', '+ 2 4']);
  expect(listChanges([1, 1], [1, 1, 1])).toEqual(['+ 2 1']);
  expect(listChanges([], [{ a: 1 }])).toEqual(['+ 0 {"a":1}']);
});

test('a key __proto__ is a key like others', () => {
  const withKey = jsonObject([['__proto__', 1]]);
  expect(listChanges({}, withKey)).toEqual(['+ __proto__ 1']);
  expect(listChanges(withKey, {})).toEqual(['- __proto__ 1']);
});

test('no more changes are found than were asked for, and the result reports it', () => {
  const older = Array.from({ length: 50 }, (_, at) => at);
  const newer = older.map((n) => n + 1);
  const found = compareJson(older, newer, { changes: 10, visits: 1000 });
  expect(found.changes).toHaveLength(10);
  expect(found.isCut).toBe(true);
  expect(compareJson(older, older)).toEqual({ changes: [], isCut: false });
});

test('values too large to be compared whole are left off, and the result reports it', () => {
  expect(compareJson(large(1), large(2), { changes: 10, visits: 1000 })).toEqual({ changes: [], isCut: true });
  expect(compareJson(large(1), large(2)).changes).toHaveLength(1);
  const shifted = [0, ...Array.from({ length: 5000 }, (_, at) => ({ at }))];
  expect(compareJson(shifted, shifted.slice(1), { changes: 10, visits: 1000 }).isCut).toBe(true);
});
