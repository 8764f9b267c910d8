import { beforeEach, expect, it, vi } from 'vitest';
import type { StorageReport } from '#engine/worker';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { connectEngineStorage } from './engineLosses.ts';

let report: (loss: StorageReport) => void;
beforeEach(() => {
  resetSession({});
  connectEngineStorage(
    idleEngine({
      subscribeStorage: async (listener) => {
        report = listener;
      },
    }),
  );
});

it.each([
  ['runs', /^The run history was deleted from this browser/],
  ['values', /^The values that core:kv kept were deleted/],
  ['files', /^Files that runs wrote were deleted/],
  ['memories', /^Memories of agents were deleted/],
  ['secrets', /^Secrets that were kept on this device were deleted/],
] as const)('%s that are deleted are reported', async (store, words) => {
  report({ store, reason: 'gone' });
  await vi.waitFor(() => expect(session.getState().storage.losses).toHaveLength(1));
  expect(session.getState().storage.losses).toMatchObject([{ store, message: expect.stringMatching(words) }]);
});

it('each store has its own report, and the last one counts', async () => {
  report({ store: 'runs', reason: 'gone' });
  report({ store: 'values', reason: 'gone' });
  report({ store: 'runs', reason: 'outdated' });
  await vi.waitFor(() => expect(session.getState().storage.losses).toHaveLength(2));
  expect(session.getState().storage.losses).toMatchObject([
    { store: 'values' },
    { store: 'runs', message: expect.stringMatching(/^A newer version of Signalbox/) },
  ]);
});

it('a loss is reported also where its words cannot be loaded', async () => {
  vi.resetModules();
  vi.doMock('./describeLoss.ts', () => Promise.reject(new TypeError('Failed to fetch')));
  const { connectEngineStorage: connect } = await import('./engineLosses.ts');
  const { session: fresh } = await import('../store/store.ts');
  connect(
    idleEngine({
      subscribeStorage: async (listener) => {
        listener({ store: 'secrets', reason: 'gone' });
      },
    }),
  );
  await vi.waitFor(() => expect(fresh.getState().storage.losses).toHaveLength(1));
  expect(fresh.getState().storage.losses).toMatchObject([
    { store: 'secrets', message: expect.stringMatching(/^Something that Signalbox keeps/) },
  ]);
});
