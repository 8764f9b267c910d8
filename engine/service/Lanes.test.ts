import { expect, test } from 'vitest';
import { Lanes, Slots } from './Lanes.ts';

/** Work that is over once a test says so, and what was begun. */
function held() {
  const begun: string[] = [];
  const over = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => over.set(name, resolve));
    if (name === 'bad') throw new Error('It fails.');
    return name;
  };
  return { begun, work, end: (name: string) => over.get(name)?.() };
}

test('what is asked for one key waits for what was asked before, also where that fails, and for no other key', async () => {
  const { begun, work, end } = held();
  const lanes = new Lanes();
  const bad = lanes.take('a', work('bad'));
  const next = lanes.take('a', work('next'));
  const other = lanes.take('b', work('other'));
  expect(begun).toEqual(['bad', 'other']);
  end('bad');
  await expect(bad).rejects.toThrow('It fails.');
  expect(begun).toEqual(['bad', 'other', 'next']);
  let isFree = false;
  const free = lanes.whenFree('a').then(() => (isFree = true));
  end('other');
  expect(await other).toBe('other');
  expect(isFree).toBe(false);
  end('next');
  expect(await next).toBe('next');
  await free;
  await lanes.whenAllFree();
});

test('so many are done at a time, the others in the order in which they came', async () => {
  const { begun, work, end } = held();
  const slots = new Slots(2);
  const all = ['one', 'two', 'bad', 'four'].map((name) => slots.take(work(name)));
  const settled = Promise.allSettled(all);
  expect([begun, slots.taken]).toEqual([['one', 'two'], 2]);
  end('two');
  await all[1];
  expect([begun, slots.taken]).toEqual([['one', 'two', 'bad'], 2]);
  end('bad');
  await expect(all[2]).rejects.toThrow('It fails.');
  end('one');
  end('four');
  await settled;
  expect([begun.at(-1), slots.taken]).toEqual(['four', 0]);
});
