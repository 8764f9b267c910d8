import { expect, it, vi } from 'vitest';
import { forgetFailures, lazyModule } from './lazyModule.ts';

it('loads once and is there from then on', async () => {
  const load = vi.fn(async () => 'code');
  const module = lazyModule(load);
  expect(module.loaded()).toBe(null);
  await Promise.all([module.load(), module.load()]);
  expect(module.loaded()).toBe('code');
  expect(load).toHaveBeenCalledTimes(1);
});

it('says when it cannot be loaded, and can be asked for again', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const module = lazyModule(load);
  await expect(module.load()).rejects.toThrow(/could not be loaded/);
  vi.runAllTimers();
  vi.useRealTimers();
  await expect(module.load()).resolves.toBe('code');
});

it('loads what was named ahead, also behind something that fails', async () => {
  // Without what other tests have named.
  vi.resetModules();
  const fresh = await import('./lazyModule.ts');
  vi.useFakeTimers();
  fresh.lazyModule(async () => {
    throw new TypeError('Failed to fetch');
  });
  const module = fresh.lazyModule(async () => 'code');
  const all = fresh.loadAhead();
  await vi.runAllTimersAsync();
  await all;
  vi.useRealTimers();
  expect(module.loaded()).toBe('code');
});

it('is loaded immediately when the user retries', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const module = lazyModule(load);
  await expect(module.load()).rejects.toThrow(/could not be loaded/);
  await expect(module.load()).rejects.toThrow(/could not be loaded/);
  forgetFailures();
  await expect(module.load()).resolves.toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});
