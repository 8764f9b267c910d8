import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { openSecretDisk, type SecretDisk } from './SecretDisk.ts';
import { SecretKeeper } from './SecretKeeper.ts';

/** A worker that starts, as after a reload. */
async function start(disk: SecretDisk | null = openSecretDisk()): Promise<SecretKeeper> {
  const keeper = new SecretKeeper(disk, () => undefined);
  await keeper.ready();
  return keeper;
}

const A = { origin: 'https://a.test', as: 'credential' } as const;
const B = { origin: 'https://b.test', as: 'content' } as const;

/** A full disk. */
const refuse = () => Promise.reject(new Error('QuotaExceededError'));

async function everythingStored(): Promise<string> {
  const stored = await openSecretDisk().list();
  return JSON.stringify(stored.map((secret) => ({ ...secret, bytes: [...new Uint8Array(secret.sealed.bytes)] })));
}

describe('a secret', () => {
  test('kept for the session is gone with the worker and never on the device', async () => {
    const keeper = await start();
    expect(await keeper.set('KEY', 'sk-canary', 'session')).toMatchObject({ ok: true });
    expect(keeper.valueOf('KEY')).toBe('sk-canary');
    expect(await everythingStored()).toBe('[]');
    expect((await start()).list()).toEqual([]);
  });

  test('kept on the device survives the worker, and is stored sealed', async () => {
    await (await start()).set('KEY', 'sk-canary', 'device');
    expect(await everythingStored()).not.toContain('canary');
    const again = await start();
    expect(again.list()).toEqual([{ name: 'KEY', keep: 'device', isLocked: false, grants: [] }]);
    expect(again.valueOf('KEY')).toBe('sk-canary');
  });

  test('kept under a passphrase is locked until it is given, and a wrong one opens nothing', async () => {
    const keeper = await start();
    expect(await keeper.set('KEY', 'sk-canary', 'passphrase')).toMatchObject({ error: 'Give the passphrase first.' });
    await keeper.unlock('correct horse');
    await keeper.set('KEY', 'sk-canary', 'passphrase');
    await keeper.grant('KEY', [A]);
    const again = await start();
    expect(again.list()).toEqual([{ name: 'KEY', keep: 'passphrase', isLocked: true, grants: [A] }]);
    expect(again.valueOf('KEY')).toBeUndefined();
    expect(await again.unlock('wrong')).toMatchObject({ ok: false, error: 'Wrong passphrase.' });
    expect(again.valueOf('KEY')).toBeUndefined();
    expect(await again.unlock('correct horse')).toMatchObject({ ok: true });
    expect(again.valueOf('KEY')).toBe('sk-canary');
  });

  test('that is locked can be bound elsewhere without its value', async () => {
    const keeper = await start();
    await keeper.unlock('correct horse');
    await keeper.set('KEY', 'sk-canary', 'passphrase');
    await (await start()).grant('KEY', [B]);
    const again = await start();
    await again.unlock('correct horse');
    expect(again.isGranted('KEY', B)).toBe(true);
    expect(again.valueOf('KEY')).toBe('sk-canary');
  });

  test('loses its origins with a new value, and keeps them with the same one', async () => {
    const keeper = await start();
    await keeper.set('KEY', 'one', 'session');
    await keeper.grant('KEY', [A]);
    await keeper.set('KEY', 'one', 'device');
    expect(keeper.isGranted('KEY', A)).toBe(true);
    await keeper.set('KEY', 'two', 'device');
    expect(keeper.isGranted('KEY', A)).toBe(false);
  });

  test('kept no longer leaves the device', async () => {
    const keeper = await start();
    await keeper.set('KEY', 'sk-canary', 'device');
    await keeper.keep('KEY', 'session');
    expect(keeper.valueOf('KEY')).toBe('sk-canary');
    expect(await everythingStored()).toBe('[]');
    await keeper.set('OTHER', 'x', 'device');
    await keeper.remove('OTHER');
    expect((await start()).list()).toEqual([]);
  });

  test('whose record was swapped with another one opens as none', async () => {
    const keeper = await start();
    await keeper.set('A', 'for a', 'device');
    await keeper.set('B', 'for b', 'device');
    const disk = openSecretDisk();
    const [a, b] = await disk.list();
    if (a === undefined || b === undefined) throw new Error('Two secrets were stored');
    await disk.put([{ ...a, sealed: b.sealed }]);
    const again = await start();
    expect(again.valueOf('A')).toBeUndefined();
    expect(again.valueOf('B')).toBe('for b');
  });
});

test('what may go as content may go as a credential, and not the other way round', async () => {
  const keeper = await start();
  await keeper.set('KEY', 'v', 'session');
  await keeper.grant('KEY', [A, B]);
  expect(keeper.isGranted('KEY', { ...A, as: 'content' })).toBe(false);
  expect(keeper.isGranted('KEY', { ...A, as: 'derived' })).toBe(true);
  expect(keeper.isGranted('KEY', { ...B, as: 'credential' })).toBe(true);
  await keeper.grant('KEY', [A, B, { ...A, as: 'content' }]);
  expect(keeper.list()[0]?.grants).toEqual([B, { ...A, as: 'content' }]);
});

test('origins an earlier version wrote are granted for credentials', async () => {
  await (await start()).set('KEY', 'v', 'device');
  const disk = openSecretDisk();
  const [stored] = await disk.list();
  if (stored === undefined) throw new Error('One secret was stored');
  const { name, keep, sealed } = stored;
  await disk.put([{ name, keep, sealed, origins: ['https://a.test'] }]);
  expect((await start()).list()[0]?.grants).toEqual([A]);
});

test('what storage refuses is reported, and nothing has changed', async () => {
  const disk = openSecretDisk();
  const keeper = await start({ ...disk, put: refuse, remove: refuse });
  const refused = await keeper.set('KEY', 'v', 'device');
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('QuotaExceededError') });
  expect(keeper.list()).toEqual([]);
  expect(await start(null).then((other) => other.set('KEY', 'v', 'device'))).toMatchObject({ ok: false });
});

test('a page that came over plain HTTP keeps secrets while it is open, and says why it keeps none longer', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  try {
    const keeper = await start();
    const refused = {
      ok: false,
      error: expect.stringMatching(/over HTTPS or from this computer.* until this tab closes/),
    };
    expect(await keeper.set('KEY', 'v', 'device')).toMatchObject(refused);
    expect(await keeper.unlock('correct horse')).toMatchObject(refused);
    expect(keeper.list()).toEqual([]);
    expect(await keeper.set('KEY', 'v', 'session')).toMatchObject({ ok: true });
    expect(keeper.valueOf('KEY')).toBe('v');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('two tabs that make the first key at once have one', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  await Promise.all([one?.set('A', 'a', 'device'), two?.set('B', 'b', 'device')]);
  const again = await start();
  expect([again.valueOf('A'), again.valueOf('B')]).toEqual(['a', 'b']);
});
