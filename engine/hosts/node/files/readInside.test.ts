import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '../../../base/index.ts';
import { createFolderFiles } from './folderFiles.ts';
import { isAlias, placeInside } from './placeInside.ts';
import { HiddenError, OutsideError, readInside, UnfitFileError } from './readInside.ts';
import { createRunFiles } from './runFiles.ts';

let place: string;
let room: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
  room = path.join(place, 'room');
  mkdirSync(path.join(room, 'deep'), { recursive: true });
  mkdirSync(path.join(place, 'room-2'));
  writeFileSync(path.join(room, 'a.txt'), 'inside');
  writeFileSync(path.join(place, 'secret.txt'), 'secret');
  writeFileSync(path.join(place, 'room-2/b.txt'), 'secret');
});
afterEach(() => rmSync(place, { recursive: true }));

const read = async (name: string): Promise<string> =>
  Buffer.from(await readInside(room, path.resolve(room, name), 100)).toString();

test('a file inside is read, also by links that stay inside and by a folder that is itself a link', async () => {
  symlinkSync('a.txt', path.join(room, 'link.txt'));
  symlinkSync('..', path.join(room, 'deep/up'));
  symlinkSync(room, path.join(place, 'door'));
  for (const name of ['a.txt', 'link.txt', 'deep/up/a.txt', 'deep/../a.txt']) expect(await read(name)).toBe('inside');
  const by = await readInside(path.join(place, 'door'), path.join(place, 'door/link.txt'), 100);
  expect(Buffer.from(by).toString()).toBe('inside');
});

test('a link to a hidden file is refused, whoever names that file itself reads it', async () => {
  mkdirSync(path.join(room, '.git'));
  for (const name of ['.env', '.git/config']) writeFileSync(path.join(room, name), 'hidden');
  symlinkSync('.env', path.join(room, 'rows.csv'));
  symlinkSync('.git', path.join(room, 'data'));
  symlinkSync('../.env', path.join(room, '.git/env'));
  for (const name of ['rows.csv', 'data/config', '.git/env'])
    await expect(read(name), name).rejects.toThrow(HiddenError);
  mkdirSync(path.join(room, '..2026'));
  symlinkSync('..2026', path.join(room, '..data'));
  symlinkSync('..data/flow.yaml', path.join(room, 'flow.yaml'));
  writeFileSync(path.join(room, '..2026/flow.yaml'), 'mounted');
  expect(await read('flow.yaml')).toBe('mounted');
  for (const name of ['.env', '.git/config', 'deep/../.env']) expect(await read(name)).toBe('hidden');
  for (const name of ['rows.csv', 'data/config', 'data/new/file', '.git/env'])
    await expect(placeInside(room, name), name).rejects.toThrow(HiddenError);
  expect(await placeInside(room, '.git/new')).toBe(path.join(room, '.git/new'));
});

test('a path that leads out is refused', async () => {
  symlinkSync('../secret.txt', path.join(room, 'out.txt'));
  symlinkSync(place, path.join(room, 'up'));
  symlinkSync('out.txt', path.join(room, 'twice.txt'));
  const names = [
    'out.txt',
    'up/secret.txt',
    'twice.txt',
    '../secret.txt',
    '../room-2/b.txt',
    path.join(place, 'secret.txt'),
  ];
  for (const name of names) await expect(read(name), name).rejects.toThrow(OutsideError);
});

test('a folder, a pipe and a file that is too large are refused immediately', async () => {
  execFileSync('mkfifo', [path.join(room, 'pipe')]);
  writeFileSync(path.join(room, 'large'), 'x'.repeat(101));
  for (const name of ['deep', 'pipe', 'large']) await expect(read(name), name).rejects.toThrow(UnfitFileError);
});

test('a link that replaces a file again and again is never followed out', async () => {
  const target = path.join(room, 'race.txt');
  let isOut = false;
  const swap = (): void => {
    const draft = path.join(room, 'draft');
    if (isOut) writeFileSync(draft, 'inside');
    else symlinkSync('../secret.txt', draft);
    renameSync(draft, target);
    isOut = !isOut;
  };
  swap();
  const seen = new Set<string>();
  for (let round = 0; round < 400; round += 1) {
    const reading = read('race.txt').catch((error: unknown) => {
      if (error instanceof OutsideError || (error instanceof Error && 'code' in error)) return 'refused';
      throw error;
    });
    // While the file is read, a little later each time.
    for (let turn = 0; turn < round % 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    swap();
    seen.add(await reading);
  }
  expect(seen).toEqual(new Set(['inside', 'refused']));
});

/** The number of links that were made: none where the writer has created its folder again between the two steps. */
function link(target: string, from: string): number {
  try {
    symlinkSync(target, from);
    return 1;
  } catch {
    return 0;
  }
}

test('a folder that becomes a link while a file is written into it is not written through', async () => {
  const files = createFolderFiles(room, { holds: 'data' });
  const outside = path.join(place, 'room-2');
  let linked = 0;
  for (let round = 0; round < 100; round += 1) {
    const folder = path.join(room, `f${round}`);
    mkdirSync(folder);
    const writing = files.write(`f${round}/b.txt`, 'changed');
    for (let turn = 0; turn < round % 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    renameSync(folder, `${folder}-moved`);
    linked += link(outside, folder);
    await writing;
    expect(readFileSync(path.join(outside, 'b.txt'), 'utf8')).toBe('secret');
  }
  expect(linked).toBeGreaterThan(50);
});

test('invalid names are refused with a message', async () => {
  const files = createFolderFiles(room, { holds: 'data' });
  expect(await files.read('a\u0000b')).toMatchObject({ ok: false, error: expect.stringContaining('NUL') });
  expect(await files.read('..')).toMatchObject({ ok: false, error: expect.stringContaining('leads out') });
});

test('what another file system has is out of the folder, also where it is mounted into it', async () => {
  const files = createFolderFiles('/', { holds: 'data' });
  expect(await files.read('proc/version')).toMatchObject({ ok: false, reason: 'refused' });
  expect(await files.write('proc/self/comm', 'x')).toMatchObject({ ok: false, reason: 'refused' });
});

test('a folder that becomes a link while it is listed is not listed through', async () => {
  const files = createFolderFiles(room, { holds: 'data' });
  const outside = path.join(place, 'room-2');
  let linked = 0;
  for (let round = 0; round < 100; round += 1) {
    const folder = path.join(room, 'listed');
    mkdirSync(folder);
    const listing = files.list('');
    for (let turn = 0; turn < round % 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    renameSync(folder, `${folder}-${round}`);
    linked += link(outside, folder);
    expect(await listing).toMatchObject({ ok: true, value: expect.not.arrayContaining(['listed/b.txt']) });
    rmSync(folder, { recursive: true });
    rmSync(`${folder}-${round}`, { recursive: true });
  }
  expect(linked).toBe(100);
});

test('what is guarded hides nothing but itself and what is below', async () => {
  for (const name of ['data.txt', 'data/x.txt', 'database.txt'])
    mkdirSync(path.dirname(path.join(room, name)), { recursive: true });
  for (const name of ['data.txt', 'data/x.txt', 'database.txt']) writeFileSync(path.join(room, name), name);
  const files = createFolderFiles(room, { holds: 'data', guarded: [path.join(room, 'data')] });
  expect(await files.list('')).toEqual(ok(expect.arrayContaining(['data.txt', 'database.txt'])));
  expect(await files.read('data.txt')).toEqual(ok('data.txt'));
  expect(await files.read('data/x.txt')).toMatchObject({ ok: false, reason: 'refused' });
});

test('a folder of its own has any name, also one that is out of reach in the workspace', async () => {
  const own = path.join(place, 'own');
  const files = createRunFiles({ workspace: room, filesOf: () => own }, 'a.yaml');
  await files.write('node_modules/x.txt', 'x');
  expect(await files.list('node_modules')).toEqual(ok(['node_modules/x.txt']));
  rmSync(own, { recursive: true });
  expect(await files.list('node_modules')).toMatchObject({ ok: false, reason: 'refused' });
});

test.each([
  ['a.yaml::$DATA', true],
  ['a:b', true],
  ['.git.', true],
  ['.git ', true],
  ['deep./a.txt', true],
  ['deep\\a. ', true],
  ['../a.txt', false],
  ['./deep/a.b.txt', false],
])('Windows takes %j for another path: %s', (name, expected) => expect(isAlias(name)).toBe(expected));
