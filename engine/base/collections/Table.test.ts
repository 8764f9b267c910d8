import { array, assert, constant, constantFrom, integer, nat, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { FewMap } from './Table.ts';

const step = oneof(
  record({ act: constant('set' as const), key: constantFrom('a', 'b', 'c'), value: integer() }),
  record({ act: constantFrom('delete', 'clear', 'list'), key: constantFrom('a', 'b', 'c'), value: nat() }),
);

test('answers as a map does, whatever is done to it', () => {
  assert(
    property(array(step), (steps) => {
      const few = new FewMap<string, number>();
      const map = new Map<string, number>();
      for (const { act, key, value } of steps) {
        if (act === 'set') {
          few.set(key, value);
          map.set(key, value);
        } else if (act === 'delete') expect(few.delete(key)).toBe(map.delete(key));
        else if (act === 'clear') {
          few.clear();
          map.clear();
        } else expect([...few]).toEqual([...map]);
        expect([few.size, few.get(key), few.has(key)]).toEqual([map.size, map.get(key), map.has(key)]);
      }
      expect([...few.keys()]).toEqual([...map.keys()]);
      expect([...few.values()]).toEqual([...map.values()]);
    }),
    { numRuns: numRuns(200) },
  );
});
