import { beforeEach, expect, test } from 'vitest';
import type { Folder } from '../../../platform/index.ts';
import { collectNotices, resetSession } from '../../testSession.ts';
import { storageRuntime } from '../runtime.ts';
import { reopenFolder } from './folderMemory.ts';

beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

/** Offers the folder of the last visit, which the browser connects so. */
function offer(connect: () => Promise<Folder | null>): void {
  storageRuntime.keptFolder = { name: 'flows', onDisk: new Map(), others: new Set(), layouts: null, connect };
}

test('a folder that the browser does not give says so', async () => {
  offer(async () => null);
  const notices = collectNotices();
  expect(await reopenFolder()).toBe(false);
  expect(notices).toMatchObject([
    { kind: 'warning', message: expect.stringContaining('not let the page use the folder flows') },
  ]);
});

test('one that cannot be opened for another reason says that reason', async () => {
  offer(() => Promise.reject(new Error('The code that opens folders could not be loaded.')));
  const notices = collectNotices();
  expect(await reopenFolder()).toBe(false);
  expect(notices).toEqual([{ kind: 'error', message: 'The code that opens folders could not be loaded.' }]);
});
