import { expect, test, vi } from 'vitest';
import { openWithRetry } from './openWithRetry.ts';

function failing(times: number, name: string): { readonly open: () => Promise<string>; readonly tried: () => number } {
  let tried = 0;
  const open = async (): Promise<string> => {
    tried += 1;
    if (tried <= times) throw new DOMException('Internal error opening backing store', name);
    return 'open';
  };
  return { open, tried: () => tried };
}

test('retries while a killed browser holds its files, and for less than a second', async () => {
  vi.useFakeTimers();
  const twice = failing(2, 'UnknownError');
  const opened = openWithRetry(twice.open);
  await vi.advanceTimersByTimeAsync(400);
  expect(await opened).toBe('open');
  const always = failing(100, 'UnknownError');
  const refused = expect(openWithRetry(always.open)).rejects.toThrow('backing store');
  await vi.advanceTimersByTimeAsync(900);
  await refused;
  expect(always.tried()).toBe(4);
  vi.useRealTimers();
});

test('rejects with any other error immediately', async () => {
  const full = failing(1, 'QuotaExceededError');
  await expect(openWithRetry(full.open)).rejects.toThrow('backing store');
  expect(full.tried()).toBe(1);
});
