import { expect, test } from 'vitest';
import { Schedule } from './Schedule.ts';

function take(schedule: Schedule<string>): readonly string[] {
  const taken: string[] = [];
  for (let due = schedule.next(); due !== undefined; due = schedule.next()) taken.push(due.what);
  return taken;
}

test('what comes first is taken first: by its time, then by its order, then as it was added', () => {
  const schedule = new Schedule<string>();
  schedule.add({ at: 2, order: 0, id: null, what: 'late' });
  schedule.add({ at: 1, order: 5, id: null, what: 'second of its time' });
  schedule.add({ at: 1, order: 5, id: null, what: 'third of its time' });
  schedule.add({ at: 1, order: -1, id: null, what: 'first of its time' });
  expect(schedule.first?.what).toBe('first of its time');
  expect(take(schedule)).toEqual(['first of its time', 'second of its time', 'third of its time', 'late']);
  expect(schedule.first).toBeUndefined();
});

test('all that is for one id is dropped, and nothing else', () => {
  const schedule = new Schedule<string>();
  schedule.add({ at: 1, order: 0, id: 'a', what: 'a1' });
  schedule.add({ at: 2, order: 0, id: 'b', what: 'b' });
  schedule.add({ at: 3, order: 0, id: 'a', what: 'a2' });
  schedule.add({ at: 4, order: 0, id: null, what: 'none' });
  schedule.drop('a');
  schedule.drop('unknown');
  schedule.add({ at: 5, order: 0, id: 'a', what: 'a3' });
  expect(take(schedule)).toEqual(['b', 'none', 'a3']);
});

test('one of several that are for an id is taken, and the others are dropped', () => {
  const schedule = new Schedule<string>();
  for (const at of [1, 2, 3]) schedule.add({ at, order: 0, id: 'a', what: `a${at}` });
  expect(schedule.next()?.what).toBe('a1');
  schedule.drop('a');
  expect(take(schedule)).toEqual([]);
});

test('it agrees with a sorted list, however much is dropped', () => {
  const schedule = new Schedule<number>();
  let rest: { readonly at: number; readonly id: string; readonly number: number }[] = [];
  let seed = 7;
  const roll = (most: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % most;
  };
  for (let number = 0; number < 3000; number += 1) {
    const [at, id] = [roll(50), `${roll(40)}`];
    schedule.add({ at, order: 0, id, what: number });
    rest.push({ at, id, number });
    if (roll(3) === 0) {
      const gone = `${roll(40)}`;
      schedule.drop(gone);
      rest = rest.filter((each) => each.id !== gone);
    }
    if (roll(4) > 0) continue;
    rest.sort((a, b) => a.at - b.at || a.number - b.number);
    expect(schedule.next()?.what).toBe(rest.shift()?.number);
  }
});
