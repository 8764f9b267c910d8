import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createMemoryHome, openSecretDisk, SecretKeeper } from '../../../effects/index.ts';
import type { StorageReport } from '../protocol/protocol.ts';
import { openKeyValues } from '../workspace/openKeyValues.ts';
import { openDisk } from './openDisk.ts';
import { listDatabases, StorageWatch } from './storageFailure.ts';

/** A watch whose delays end immediately, with its reports. */
function openWatch(list = listDatabases) {
  const reports: StorageReport[] = [];
  const clock = {
    setTimer: (_ms: number, fire: () => void) => {
      queueMicrotask(fire);
      return () => undefined;
    },
  };
  const watch = new StorageWatch({ clock, listDatabases: list });
  return { watch, reports, listen: () => watch.subscribe((report) => reports.push(report)) };
}

/** Deletes a database; rejects where an open connection blocks that. */
function remove(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
    request.addEventListener('blocked', () => reject(new Error('a connection was left open')));
  });
}

describe('the watch of storage', () => {
  it('reports each store whose database is deleted, and blocks no deletion', async () => {
    const { watch, reports, listen } = openWatch();
    listen();
    const values = openKeyValues('test-values', watch.endOf('values'));
    await values.set('n', 'k', { value: 1 });
    await openDisk('test-runs', watch.endOf('runs')).list({});
    await openSecretDisk(watch.endOf('secrets'), 'test-secrets').list();
    for (const name of ['test-values', 'test-runs', 'test-secrets']) await remove(name);
    expect(reports).toEqual([
      { store: 'values', reason: 'gone' },
      { store: 'runs', reason: 'gone' },
      { store: 'secrets', reason: 'gone' },
    ]);
    expect(await values.get('n', 'k')).toEqual({ ok: true, value: null });
    expect(await values.set('n', 'k', { value: 2 })).toEqual({ ok: true, value: null });
    expect(await values.get('n', 'k')).toEqual({ ok: true, value: { value: 2 } });
  });

  it('reports a closed connection as a loss only where its database is gone', async () => {
    let names: readonly string[] | null = ['test-memory'];
    const { watch, reports, listen } = openWatch(async () => names);
    listen();
    const end = watch.endOf('memories');
    end('closed', 'test-memory');
    await new Promise((resolve) => setTimeout(resolve));
    expect(reports).toEqual([]);
    names = [];
    end('closed', 'test-memory');
    await new Promise((resolve) => setTimeout(resolve));
    expect(reports).toEqual([{ store: 'memories', reason: 'gone' }]);
  });

  it('keeps reports until there is a listener', () => {
    const { watch, reports, listen } = openWatch();
    watch.report({ store: 'secrets', reason: 'unavailable' });
    listen();
    expect(reports).toEqual([{ store: 'secrets', reason: 'unavailable' }]);
  });

  it('receives the ends of connections to memories', () => {
    const ends: string[] = [];
    const home = createMemoryHome({ onEnd: (end, name) => ends.push(`${name} ${end}`) });
    home.onEnd('deleted', 'signalbox-memory');
    expect(ends).toEqual(['signalbox-memory deleted']);
  });
});

describe('secrets whose device is gone', () => {
  it('stay open for the session, are not written again, and are forgotten where they are locked', async () => {
    const disk = openSecretDisk(undefined, 'test-lost');
    const first = new SecretKeeper(disk, () => undefined);
    await first.ready();
    expect((await first.unlock('passphrase')).ok).toBe(true);
    expect((await first.set('LOCKED', 'a value', 'passphrase')).ok).toBe(true);
    expect((await first.set('OPEN', 'another value', 'device')).ok).toBe(true);
    let notifications = 0;
    const keeper = new SecretKeeper(disk, () => (notifications += 1));
    await keeper.ready();
    expect(keeper.list().map(({ name, isLocked }) => `${name} ${isLocked}`)).toEqual(['LOCKED true', 'OPEN false']);
    await remove('test-lost');
    keeper.loseDevice();
    expect(keeper.list()).toEqual([{ name: 'OPEN', keep: 'session', isLocked: false, grants: [] }]);
    expect(keeper.valueOf('OPEN')).toBe('another value');
    expect(notifications).toBe(2);
    expect(await disk.list()).toEqual([]);
  });

  it('report a device whose storage cannot be read', async () => {
    const disk = { ...openSecretDisk(undefined, 'test-broken'), list: () => Promise.reject(new Error('broken')) };
    let isUnreadable = false;
    const keeper = new SecretKeeper(
      disk,
      () => undefined,
      () => (isUnreadable = true),
    );
    await keeper.ready();
    expect(isUnreadable).toBe(true);
    expect(keeper.list()).toEqual([]);
  });
});
