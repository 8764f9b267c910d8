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

it('is there only once what it relies on is there, which is requested at the same time', async () => {
  vi.resetModules();
  const fresh = await import('./lazyModule.ts');
  const found = new EventTarget();
  const library = new Promise((resolve) => found.addEventListener('found', resolve));
  const part = vi.fn(async () => 'code');
  fresh.relyOn(fresh.lazyModule(() => library));
  const module = fresh.lazyModule(part);
  const loading = module.load();
  expect(part).toHaveBeenCalledTimes(1);
  await part.mock.results[0]?.value;
  expect(module.loaded()).toBe(null);
  found.dispatchEvent(new Event('found'));
  await loading;
  expect(module.loaded()).toBe('code');
});

it('is there without what it relies on where that cannot be loaded, which is requested again with the next', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const fresh = await import('./lazyModule.ts');
  const library = vi.fn(async () => 'library').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fresh.relyOn(fresh.lazyModule(library));
  await expect(fresh.lazyModule(async () => 'code').load()).resolves.toBe('code');
  vi.runAllTimers();
  await expect(fresh.lazyModule(async () => 'more').load()).resolves.toBe('more');
  vi.useRealTimers();
  expect(library).toHaveBeenCalledTimes(2);
});

it('fails as a part with what parts rely on, and is requested again together with that', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const fresh = await import('./lazyModule.ts');
  const actions = vi.fn(async () => 'actions').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fresh.relyOn(fresh.lazyModule(actions), { isForParts: true });
  const part = fresh.lazyModule(async () => 'code', { isPart: true });
  await expect(part.load()).rejects.toThrow(/could not be loaded/);
  expect(part.loaded()).toBe(null);
  await expect(fresh.lazyModule(async () => 'other').load()).resolves.toBe('other');
  vi.runAllTimers();
  await expect(part.load()).resolves.toBe('code');
  vi.useRealTimers();
  expect(actions).toHaveBeenCalledTimes(2);
});

it('does not let two that others rely on wait for each other', async () => {
  vi.resetModules();
  const fresh = await import('./lazyModule.ts');
  fresh.relyOn(fresh.lazyModule(async () => 'library'));
  fresh.relyOn(
    fresh.lazyModule(async () => 'actions', { isPart: true }),
    { isForParts: true },
  );
  await expect(fresh.lazyModule(async () => 'code', { isPart: true }).load()).resolves.toBe('code');
});
