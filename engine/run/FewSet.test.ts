import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../testing/index.ts';
import { FewSet } from './FewSet.ts';

const step = record({
  act: constantFrom('add', 'delete', 'clear', 'list'),
  item: constantFrom<string | undefined>('a', 'b', 'c', undefined),
});

test('answers as a set does, whatever is done to it', () => {
  assert(
    property(array(step), (steps) => {
      const few = new FewSet<string | undefined>();
      const set = new Set<string | undefined>();
      for (const { act, item } of steps) {
        if (act === 'add') {
          expect(few.add(item)).toBe(few);
          set.add(item);
        } else if (act === 'delete') expect(few.delete(item)).toBe(set.delete(item));
        else if (act === 'clear') {
          few.clear();
          set.clear();
        } else expect([...few]).toEqual([...set]);
        expect([few.size, few.has(item)]).toEqual([set.size, set.has(item)]);
      }
      expect([...few]).toEqual([...set]);
    }),
    { numRuns: numRuns(300) },
  );
});

/** What is met in it while one thing is taken out and one added. */
function meetWhileItChanges(set: FewSet<string> | Set<string>): readonly string[] {
  set.add('a');
  set.add('b');
  set.add('c');
  const met: string[] = [];
  for (const item of set) {
    met.push(item);
    if (item === 'a') {
      set.delete('b');
      set.add('d');
    }
  }
  return met;
}

test('what is taken out while it is gone through is not met, and what is added is, as in a set', () => {
  expect(meetWhileItChanges(new FewSet<string>())).toEqual(meetWhileItChanges(new Set<string>()));
});

test('each that is taken out as it is met is met once, to the last', () => {
  const few = new FewSet<string>();
  few.add('a').add('b').add('c');
  const met: string[] = [];
  for (const item of few) {
    met.push(item);
    few.delete(item);
  }
  expect([met, few.size]).toEqual([['a', 'b', 'c'], 0]);
});
