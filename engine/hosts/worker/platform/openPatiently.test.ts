import { expect, test, vi } from 'vitest';
import { openPatiently } from './openPatiently.ts';

function failing(times: number, name: string): { readonly open: () => Promise<string>; readonly tried: () => number } {
  let tried = 0;
  const open = async (): Promise<string> => {
    tried += 1;
    if (tried <= times) throw new DOMException('Internal error opening backing store', name);
    return 'open';
  };
  return { open, tried: () => tried };
}

test('asks again while the files of a killed browser are held, and for less than a second', async () => {
  vi.useFakeTimers();
  const twice = failing(2, 'UnknownError');
  const opened = openPatiently(twice.open);
  await vi.advanceTimersByTimeAsync(400);
  expect(await opened).toBe('open');
  const always = failing(100, 'UnknownError');
  const refused = expect(openPatiently(always.open)).rejects.toThrow('backing store');
  await vi.advanceTimersByTimeAsync(900);
  await refused;
  expect(always.tried()).toBe(4);
  vi.useRealTimers();
});

test('says any other failure at once', async () => {
  const full = failing(1, 'QuotaExceededError');
  await expect(openPatiently(full.open)).rejects.toThrow('backing store');
  expect(full.tried()).toBe(1);
});
