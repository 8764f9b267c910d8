import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../testing/index.ts';
import { ActiveList } from './ActiveList.ts';
import { LiveActivation } from './LiveActivation.ts';
import type { Activation, Lane } from './Run.ts';

/** Activations told apart by their number alone: a list looks at nothing else. */
function activations(count: number): readonly Activation[] {
  const lane: unknown = {};
  return Array.from(
    { length: count },
    (_, id) => new LiveActivation(id, lane as Lane, null, { with: {}, event: null, error: null }),
  );
}

test('answers as a set does, whatever is added and taken out', () => {
  const step = record({ act: constantFrom('add', 'delete'), index: constantFrom(0, 1, 2, 3) });
  assert(
    property(array(step), (steps) => {
      const all = activations(4);
      const list = new ActiveList();
      const set = new Set<Activation>();
      for (const { act, index } of steps) {
        const activation = all[index];
        if (activation === undefined) continue;
        if (act === 'delete') expect(list.delete(activation)).toBe(set.delete(activation));
        else if (!set.has(activation)) {
          list.add(activation);
          set.add(activation);
        }
        expect([...list]).toEqual([...set]);
        expect(list.some(({ id }) => id === index)).toBe(set.has(activation));
      }
    }),
    { numRuns: numRuns(300) },
  );
});

test('goes through those that stood in it when it began, also when they are taken out meanwhile', () => {
  const list = new ActiveList();
  const all = activations(3);
  for (const activation of all) list.add(activation);
  const met: number[] = [];
  for (const activation of list) {
    met.push(activation.id);
    for (const other of all) list.delete(other);
  }
  expect(met).toEqual([0, 1, 2]);
  expect([...list]).toEqual([]);
});
