import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/index.ts';
import { registerPort } from '../session/store/ports.ts';
import { collectNotices, resetSession } from '../session/testSession.ts';
import { startOffline } from './startOffline.ts';
import type { Request } from './worker/Release.ts';

/** The worker of a version: it notes what it is asked, and answers as the real one does. */
class FakeWorker {
  readonly asked: Request[] = [];
  readonly #version: string;
  /** False: one of an earlier version, which does not know how to answer for another one. */
  readonly #serves: boolean;

  constructor(version: string, serves = true) {
    this.#version = version;
    this.#serves = serves;
  }

  postMessage(request: Request, [port]: readonly MessagePort[] = []): void {
    this.asked.push(request);
    if (!this.#serves && typeof request === 'object') return;
    port?.postMessage(typeof request === 'object' ? request.serve : this.#version);
  }
}

const [own, next] = ['first0version000', 'second0version00'];
const reload = vi.fn();
const register = vi.fn();
const unregister = vi.fn(async () => true);
let active: FakeWorker;
let hear: (served: string) => void;

/** A page of a version, with the worker of that, and another one that waits. */
function openPage(waiting: FakeWorker | null, inCharge = new FakeWorker(own)): Promise<void> {
  active = inCharge;
  const workers = new EventTarget();
  const registration = Object.assign(new EventTarget(), { active, waiting, installing: null, unregister });
  hear = (served) => workers.dispatchEvent(new MessageEvent('message', { data: { served } }));
  const serviceWorker = Object.assign(workers, { register, getRegistration: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker, locks: { request: async () => undefined } });
  return startOffline();
}

let isDurable = true;
let stopStorage: () => void;

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: []\n' });
  isDurable = true;
  stopStorage = registerPort('storage', { flush: async () => isDurable });
  reload.mockClear();
  register.mockClear();
  unregister.mockClear();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      baseURI: 'https://host.example/',
      visibilityState: 'visible',
      querySelector: (selector: string) => (selector.includes('release') ? { content: own } : null),
    }),
  );
});
afterEach(() => {
  stopStorage();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('without a new version nothing is said, and what no tab has open is tidied up', async () => {
  const notices = collectNotices();
  await openPage(null);
  expect(register).toHaveBeenCalledExactlyOnceWith(new URL('https://host.example/sw.js'));
  expect(notices).toEqual([]);
  expect(active.asked).toEqual(['tidy']);
});

test('a new version waits, and is used when the person says so, once all is kept', async () => {
  const notices = collectNotices();
  await openPage(new FakeWorker(next));
  expect(notices).toMatchObject([{ message: expect.stringMatching(/^A new version .* here/), stays: true }]);
  expect(session.getState().view.isReleaseOffered).toBe(true);
  expect([active.asked, reload.mock.calls]).toEqual([['tidy'], []]);

  // Not all is kept yet: a reload would lose it.
  isDurable = false;
  notices[0]?.action?.run();
  await vi.waitFor(() => expect(notices).toHaveLength(2));
  expect(notices[1]).toMatchObject({ kind: 'warning', message: expect.stringContaining('was not reloaded') });
  expect([active.asked, reload.mock.calls]).toEqual([['tidy'], []]);

  isDurable = true;
  notices[0]?.action?.run();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(active.asked).toEqual(['tidy', { serve: next }]);
  expect(unregister).not.toHaveBeenCalled();
});

test('a worker of an earlier version, which answers for no other, makes way for the one that waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const notices = collectNotices();
  await openPage(new FakeWorker(next), new FakeWorker(own, false));
  expect(notices).toMatchObject([{ message: expect.stringMatching(/^A new version .* here/), stays: true }]);
  notices[0]?.action?.run();
  await vi.waitFor(() => expect(active.asked).toEqual(['tidy', { serve: next }]));
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledOnce();
  expect(unregister).toHaveBeenCalledOnce();
});

test('a page that is newer than the worker in charge is looked after all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = openPage(new FakeWorker(own), new FakeWorker('older0version000', false));
  await vi.waitFor(() => expect(active.asked).toEqual([{ serve: own }]));
  await vi.advanceTimersByTimeAsync(3_000);
  await opened;
  expect(active.asked).toEqual([{ serve: own }, 'tidy']);
  expect(unregister).not.toHaveBeenCalled();
});

test('a version that this page has already, from the network, is answered for and not offered', async () => {
  const notices = collectNotices();
  await openPage(new FakeWorker(own));
  expect(notices).toEqual([]);
  expect(active.asked).toEqual([{ serve: own }, 'tidy']);
});

test('a page beside the one that takes a new version goes on with its own, and says so', async () => {
  const notices = collectNotices();
  await openPage(null);
  hear(own);
  expect(notices).toEqual([]);
  hear(next);
  expect(notices).toMatchObject([{ message: expect.stringMatching(/another tab\. This tab keeps its version\.$/) }]);
  expect(reload).not.toHaveBeenCalled();
});
