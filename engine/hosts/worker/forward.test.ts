import { expect, test } from 'vitest';
import { forward, forwardTo, openOnce } from './createEngine.ts';

/** A part whose method needs to be called on it. */
class Counter {
  readonly by = 2;
  #count = 0;

  async add(times: number): Promise<number> {
    this.#count += times * this.by;
    return this.#count;
  }

  async reset(): Promise<void> {
    this.#count = 0;
  }
}

test('methods are called on their part, and only those that are named', async () => {
  const methods = forward(new Counter(), ['add']);
  expect(Object.keys(methods)).toEqual(['add']);
  expect(await methods.add(3)).toBe(6);
  expect(await methods.add(1)).toBe(8);
});

test('a part is opened with the first call of any of its methods, once', async () => {
  let opened = 0;
  const open = openOnce(async () => {
    opened += 1;
    return new Counter();
  });
  const methods = { ...forwardTo(open, ['add']), ...forwardTo(open, ['reset']) };
  expect(opened).toBe(0);
  expect(await Promise.all([methods.add(1), methods.add(1)])).toEqual([2, 4]);
  await methods.reset();
  expect(await methods.add(1)).toBe(2);
  expect(opened).toBe(1);
});

test('after a load that failed, the next call loads again', async () => {
  let isBroken = true;
  const open = openOnce(async (): Promise<Counter> => {
    if (isBroken) throw new Error('There is no network.');
    return new Counter();
  });
  const methods = forwardTo(open, ['add']);
  await expect(methods.add(1)).rejects.toThrow('There is no network.');
  isBroken = false;
  expect(await methods.add(1)).toBe(2);
});
