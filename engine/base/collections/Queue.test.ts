import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { ActiveList, type Listed } from './Queue.ts';

class Item implements Listed<Item> {
  readonly id: number;
  isListed = false;
  before: Item | null = null;
  after: Item | null = null;

  constructor(id: number) {
    this.id = id;
  }
}

function items(count: number): readonly Item[] {
  return Array.from({ length: count }, (_, id) => new Item(id));
}

test('answers as a set does, whatever is added and taken out', () => {
  const step = record({ act: constantFrom('add', 'delete'), index: constantFrom(0, 1, 2, 3) });
  assert(
    property(array(step), (steps) => {
      const all = items(4);
      const list = new ActiveList<Item>();
      const set = new Set<Item>();
      for (const { act, index } of steps) {
        const item = all[index];
        if (item === undefined) continue;
        if (act === 'delete') expect(list.delete(item)).toBe(set.delete(item));
        else if (!set.has(item)) {
          list.add(item);
          set.add(item);
        }
        expect([...list].map(({ id }) => id)).toEqual([...set].map(({ id }) => id));
        expect(list.find(({ id }) => id === index)).toBe(set.has(item) ? item : null);
      }
    }),
    { numRuns: numRuns(300) },
  );
});

test('iterates over the items it held at the start, also when they are removed meanwhile', () => {
  const list = new ActiveList<Item>();
  const all = items(3);
  for (const item of all) list.add(item);
  const visited: number[] = [];
  for (const item of list) {
    visited.push(item.id);
    for (const other of all) list.delete(other);
  }
  expect(visited).toEqual([0, 1, 2]);
  expect([...list]).toEqual([]);
});
