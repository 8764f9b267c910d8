import { expect, test } from 'vitest';
import type { RunEvent } from '#engine/run';
import { appendEvents } from './appendEvents.ts';

const events = (from: number, count: number): readonly RunEvent[] =>
  Array.from({ length: count }, (_, index): RunEvent => ({ seq: from + index, at: 0, type: 'run.resumed' }));

test('a list that events were appended to stays as it was, also when others were appended to it', () => {
  const [begin, more, others] = [events(0, 3), events(3, 2), events(9, 4)];
  const short = appendEvents(begin, []);
  const long = appendEvents(short, more);
  const other = appendEvents(short, others);
  expect(begin).toHaveLength(3);
  expect([short.length, long.length, other.length]).toEqual([3, 5, 7]);
  expect(short.slice()).toEqual(begin);
  expect(long.slice()).toEqual([...begin, ...more]);
  expect(other.slice()).toEqual([...begin, ...others]);
  for (const list of [short, long, other]) {
    const array = list.slice();
    for (const at of [-9, -3, -1, 0, 2, 3, 4, 9]) {
      expect(list.at(at)).toBe(array.at(at));
      expect(list.slice(at)).toEqual(array.slice(at));
      expect(list.slice(0, at)).toEqual(array.slice(0, at));
    }
  }
});
