import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadFresh } from './watchStart.ts';

const reload = vi.fn();
const unregister = vi.fn(async () => true);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, getRegistration: async () => ({ unregister }) } });
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** How often the kept version was given up, and the page reloaded. */
async function afterReload(): Promise<readonly number[]> {
  reloadFresh();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  return [unregister.mock.calls.length, reload.mock.calls.length];
}

test('a version that is kept and broken makes room for that of the site', async () => {
  vi.stubGlobal('fetch', async () => new Response('const RELEASE = {};'));
  expect(await afterReload()).toEqual([1, 1]);
});

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the site has no such file', async () => new Response('', { status: 404 })],
])('what is kept stays where %s', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch);
  expect(await afterReload()).toEqual([0, 1]);
});

test('a page without a service worker is reloaded, over plain HTTP too', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } });
  expect(await afterReload()).toEqual([0, 1]);
  vi.stubGlobal('navigator', {});
  expect(await afterReload()).toEqual([0, 2]);
});

test('a worker that never answers does not keep the page', async () => {
  vi.stubGlobal('fetch', async () => new Response('const RELEASE = {};'));
  unregister.mockReturnValueOnce(new Promise(() => undefined));
  reloadFresh();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledOnce();
});

test('a slow site is waited for, and one that never answers is not', async () => {
  const answers = new EventTarget();
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => answers.addEventListener('answer', resolve));
    return new Response('const RELEASE = {};');
  });
  reloadFresh();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).not.toHaveBeenCalled();
  answers.dispatchEvent(new Event('answer'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(unregister).toHaveBeenCalledOnce();
  vi.clearAllMocks();
  vi.clearAllTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  reloadFresh();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([unregister.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1]);
});
