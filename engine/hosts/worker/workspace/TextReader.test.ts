import { expect, test } from 'vitest';
import type { TextPart } from '../../../syntax/index.ts';
import { readText } from './TextReader.ts';

/** Tasks of which some hundred are a delivery. */
const TEXT = `tasks:\n${Array.from({ length: 5_000 }, (_, index) => `  - { id: t${index}, type: basic }\n`).join('')}`;

/** A clock that stands: nothing is due. */
const clock = { now: () => 0, yieldToEventLoop: () => Promise.resolve() };

/** Lets everything that can go on do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test('parts are delivered in order, some deliveries ahead of what was handled and no more', async () => {
  const got: TextPart[] = [];
  const waiting: (() => void)[] = [];
  let delivered = 0;
  const reading = readText(TEXT, clock, (parts) => {
    delivered += 1;
    got.push(...parts);
    return new Promise<void>((resolve) => void waiting.push(resolve));
  });
  await settle();
  expect(delivered).toBe(8);
  waiting.shift()?.();
  await settle();
  expect(delivered).toBe(9);
  for (let turn = 0; turn < 100; turn += 1) {
    for (const handle of waiting.splice(0)) handle();
    await settle();
  }
  expect(await reading).toEqual(got);
  expect(delivered).toBeGreaterThan(9);
});

test('it is not done before the last delivery was handled, and fails with one that fails', async () => {
  let isDone = false;
  let handle: (() => void) | undefined;
  const reading = readText('tasks: [{ id: a, type: basic }]\n', clock, () => {
    return new Promise<void>((resolve) => {
      handle = resolve;
    });
  }).then(() => {
    isDone = true;
  });
  await settle();
  expect(isDone).toBe(false);
  handle?.();
  await reading;
  await expect(readText(TEXT, clock, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
