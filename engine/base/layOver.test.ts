import { assert, constantFrom, dictionary, property } from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, layOver } from './index.ts';

test('lays one map over another as spreading does: values, order of keys and all', () => {
  const map = dictionary(constantFrom('a', 'b', '10', '2', '__proto__', 'constructor'), constantFrom(1, 'x', null), {
    noNullPrototype: true,
  });
  assert(
    property(map, map, (below: JsonObject, above: JsonObject) => {
      const laid = layOver(below, above);
      expect(Object.entries(laid)).toEqual(Object.entries({ ...below, ...above }));
      expect(Object.getPrototypeOf(laid)).toBe(Object.prototype);
    }),
  );
});

test('gives the map below itself where nothing is laid over it', () => {
  const below = { a: 1 };
  expect(layOver(below, {})).toBe(below);
});
