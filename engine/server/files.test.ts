import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LARGEST } from './servedNames.ts';
import { type Answered, Disk, ServerUnderTest } from './testing.ts';

const ONE = 'tasks: []\n';

let disk: Disk;
let server: ServerUnderTest;

beforeEach(async () => {
  disk = new Disk({ 'one.yaml': ONE, 'one.layout.json': '{}', 'sub/two.yml': ONE });
  server = await ServerUnderTest.start(disk);
  await server.enter();
});

afterEach(async () => {
  await server.close();
  disk.remove();
});

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('hex')}"`;
}

function read(name: string): string {
  return readFileSync(disk.placeOf(name), 'utf8');
}

function ask(name: string, asked: Parameters<ServerUnderTest['ask']>[1] = {}): Promise<Answered> {
  return server.ask(`/api/folder/files/${name}`, asked);
}

function put(name: string, body: string, seen: string | null): Promise<Answered> {
  const headers = seen === null ? { 'If-None-Match': '*' } : { 'If-Match': tagOf(seen) };
  return ask(name, { method: 'PUT', headers, body } as const);
}

function remove(name: string, seen: string): Promise<Answered> {
  return ask(name, { method: 'DELETE', headers: { 'If-Match': tagOf(seen) } });
}

async function list(): Promise<{ paths: string[]; refused: string[] }> {
  return JSON.parse((await server.ask('/api/folder')).text);
}

test('workflows and their layouts are listed, at any depth; what is hidden or no workflow is not', async () => {
  for (const name of [
    '.env',
    '.git/a.yaml',
    'node_modules/x/a.yaml',
    'dist/a.yaml',
    'a.txt',
    'package.json',
    'z.layout.json',
  ])
    disk.write(name, ONE);
  expect(await list()).toMatchObject({ paths: ['one.layout.json', 'one.yaml', 'sub/two.yml'], refused: [] });
});

describe('a proposal', () => {
  const PROPOSAL = '.signalbox/proposals/one.json';

  test('is listed apart, read, changed and removed as a file is', async () => {
    disk.write(PROPOSAL, '{}');
    disk.write('.signalbox/proposals/notes.txt', '');
    disk.write('.signalbox/runs/one.json', '{}');
    expect(await list()).toMatchObject({
      paths: ['one.layout.json', 'one.yaml', 'sub/two.yml'],
      proposals: [PROPOSAL],
    });
    expect(await ask(PROPOSAL)).toMatchObject({ status: 200, text: '{}' });
    expect(await put(PROPOSAL, '{"a":1}', 'other')).toMatchObject({ status: 412 });
    expect(await put(PROPOSAL, '{"a":1}', '{}')).toMatchObject({ status: 204 });
    expect(await remove(PROPOSAL, '{"a":1}')).toMatchObject({ status: 204 });
    expect(await list()).toMatchObject({ proposals: [] });
  });

  test.each(['.signalbox/runs/one.json', '.signalbox/proposals/a/b.json', '.signalbox/proposals/%2e%2e/x.json'])(
    'opens no way to %s',
    async (name) => {
      disk.write('.signalbox/x.json', '{}');
      expect(await ask(name)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
    },
  );

  test('that is a link is left alone, and what it leads to', async () => {
    disk.write('.signalbox/proposals/other.json', '{}');
    symlinkSync('../../one.yaml', disk.placeOf(PROPOSAL));
    expect(await ask(PROPOSAL)).toMatchObject({ code: 'PATH_REFUSED' });
    expect(await remove(PROPOSAL, ONE)).toMatchObject({ code: 'PATH_REFUSED' });
    expect(read('one.yaml')).toBe(ONE);
  });
});

test('answers that tests keep are read and written, and are no workflow', async () => {
  disk.write('one.test.answers.jsonl', '{}\n');
  expect(await ask('one.test.answers.jsonl')).toMatchObject({ status: 200 });
  expect(await ask('two.test.answers.jsonl')).toMatchObject({ status: 204 });
  expect(await put('one.test.answers.jsonl', '{}\n{}\n', '{}\n')).toMatchObject({ status: 204 });
  expect(read('one.test.answers.jsonl')).toBe('{}\n{}\n');
  expect((await list()).paths).not.toContain('one.test.answers.jsonl');
});

test('more than 500 workflows are named, and the first ones are listed', async () => {
  for (let index = 0; index < 501; index += 1) disk.write(`many/${String(index).padStart(3, '0')}.yaml`, ONE);
  const { paths, refused } = await list();
  expect(paths.filter((name) => name.endsWith('l'))).toHaveLength(500);
  expect(refused).toEqual([expect.stringContaining('503 workflow files')]);
});

describe('a file', () => {
  test('is read byte for byte, and not again while it is as it was', async () => {
    disk.write('bom.yaml', '\uFEFFa: "ä"\r\n');
    expect(await ask('bom.yaml')).toMatchObject({ status: 200, text: '\uFEFFa: "ä"\r\n' });
    expect(await ask('one.yaml', { headers: { 'If-None-Match': tagOf(ONE) } })).toMatchObject({
      status: 304,
      text: '',
    });
    expect(await ask('none.yaml')).toMatchObject({ status: 204 });
  });

  test('is written where it is what was seen, with its mode, and nothing is left beside it', async () => {
    chmodSync(disk.placeOf('one.yaml'), 0o640);
    const answer = await put('one.yaml', 'name: New\n', ONE);
    expect(answer).toMatchObject({ status: 204, headers: { etag: tagOf('name: New\n') } });
    expect(read('one.yaml')).toBe('name: New\n');
    expect(statSync(disk.placeOf('one.yaml')).mode & 0o777).toBe(0o640);
    expect(readdirSync(disk.folder).toSorted()).toEqual(['one.layout.json', 'one.yaml', 'sub']);
  });

  test('that changed meanwhile stays, and the answer says so', async () => {
    disk.write('one.yaml', 'theirs\n');
    expect(await put('one.yaml', 'mine\n', ONE)).toMatchObject({ status: 412, code: 'CHANGED' });
    expect(await remove('one.yaml', ONE)).toMatchObject({ status: 412, code: 'CHANGED' });
    expect(await put('one.yaml', 'mine\n', null)).toMatchObject({ status: 412, code: 'CHANGED' });
    expect(await put('gone.yaml', 'mine\n', ONE)).toMatchObject({ status: 412, code: 'CHANGED' });
    expect(read('one.yaml')).toBe('theirs\n');
    expect(readdirSync(disk.folder).toSorted()).toEqual(['one.layout.json', 'one.yaml', 'sub']);
  });

  test('of two writers that saw the same is written by one', async () => {
    const answers = await Promise.all(['a\n', 'b\n', 'c\n'].map((text) => put('one.yaml', text, ONE)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '412', '412']);
    expect(read('one.yaml')).toBe(['a\n', 'b\n', 'c\n'][answers.findIndex(({ status }) => status === 204)]);
    const made = await Promise.all(['a\n', 'b\n'].map((text) => put('new/made.yaml', text, null)));
    expect(made.map(({ status }) => String(status)).toSorted()).toEqual(['204', '412']);
  });

  test('is removed where it is what was seen', async () => {
    expect(await remove('one.yaml', ONE)).toMatchObject({ status: 204 });
    expect(readdirSync(disk.folder).toSorted()).toEqual(['one.layout.json', 'sub']);
  });

  test('is not changed by who does not say what it was', async () => {
    for (const method of ['PUT', 'DELETE'])
      for (const headers of [{}, { 'If-Match': '*' }, { 'If-Match': '"x"' }] as Record<string, string>[])
        expect(await ask('one.yaml', { method, headers })).toMatchObject({ status: 428, code: 'CONDITION_NEEDED' });
    expect(await ask('one.yaml', { method: 'DELETE', headers: { 'If-None-Match': '*' } })).toMatchObject({
      status: 428,
    });
    expect(await ask('one.yaml', { method: 'POST' })).toMatchObject({ status: 405 });
    expect(read('one.yaml')).toBe(ONE);
  });

  test('that is write-protected stays', async () => {
    chmodSync(disk.placeOf('one.yaml'), 0o444);
    expect(await put('one.yaml', 'mine\n', ONE)).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    expect(await remove('one.yaml', ONE)).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    expect(read('one.yaml')).toBe(ONE);
  });

  test('of more than 10 MiB is neither read nor written', async () => {
    const large = 'x'.repeat(LARGEST + 1);
    disk.write('large.yaml', large);
    expect(await ask('large.yaml')).toMatchObject({ status: 422, code: 'UNFIT' });
    expect(await put('one.yaml', large, ONE).catch(() => ({ status: 413 }))).toMatchObject({ status: 413 });
    const headers = { 'If-Match': tagOf(ONE), 'Transfer-Encoding': 'chunked' };
    expect(await ask('one.yaml', { method: 'PUT', headers, body: large }).catch(() => ({ status: 413 }))).toMatchObject(
      { status: 413 },
    );
    expect(read('one.yaml')).toBe(ONE);
  });

  test('in the place of a folder is refused, and so is one below a file', async () => {
    disk.write('folder.yaml/a.yaml', ONE);
    expect(await ask('folder.yaml')).toMatchObject({ status: 422, code: 'UNFIT' });
    expect(await put('one.yaml/x.yaml', ONE, null)).toMatchObject({ status: 409, code: 'NAME_TAKEN' });
  });
});

describe('nothing else of the disk', () => {
  test.each([
    '../secret.yaml',
    '..%2fsecret.yaml',
    '%2e%2e/secret.yaml',
    'sub/../../secret.yaml',
    '/etc/passwd.yaml',
    '%2fetc%2fpasswd.yaml',
    '.hidden.yaml',
    '.git/config.yaml',
    'node_modules/a.yaml',
    'sub/./two.yml',
    'sub//two.yml',
    'one.txt',
    'one.jsonl',
    '.test.answers.jsonl',
    'sub',
    '',
    'a%00.yaml',
    'a%0a.yaml',
    'a%5cb.yaml',
    `${'x'.repeat(1100)}.yaml`,
  ])('is at %j', async (name) => {
    writeFileSync(`${disk.outside}/secret.yaml`, ONE);
    expect(await ask(name)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
    expect(await put(name, 'mine\n', null)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
    expect(await remove(name, ONE)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
    expect(readFileSync(`${disk.outside}/secret.yaml`, 'utf8')).toBe(ONE);
  });

  test('is at an address that is not encoded', async () => {
    expect(await ask('%')).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  test('is reached by links: to a file, through a folder, to a place where nothing is yet, to what is hidden', async () => {
    writeFileSync(`${disk.outside}/secret.yaml`, ONE);
    disk.write('.env', ONE);
    symlinkSync(`${disk.outside}/secret.yaml`, disk.placeOf('file.yaml'));
    symlinkSync(disk.outside, disk.placeOf('folder'));
    symlinkSync(`${disk.outside}/new.yaml`, disk.placeOf('new.yaml'));
    symlinkSync(disk.placeOf('.env'), disk.placeOf('env.yaml'));
    for (const name of ['file.yaml', 'folder/secret.yaml', 'folder/new.yaml', 'new.yaml', 'env.yaml']) {
      expect(await ask(name)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
      expect(await put(name, 'mine\n', ONE)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
      expect(await put(name, 'mine\n', null)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
      expect(await remove(name, ONE)).toMatchObject({ status: 403, code: 'PATH_REFUSED' });
    }
    expect(readFileSync(`${disk.outside}/secret.yaml`, 'utf8')).toBe(ONE);
    expect(read('.env')).toBe(ONE);
    expect(readdirSync(disk.outside).toSorted()).toEqual(['app', 'flows', 'secret.yaml']);
    const { paths, refused } = await list();
    expect(paths).toEqual(['one.layout.json', 'one.yaml', 'sub/two.yml']);
    expect(refused.toSorted()).toEqual(
      ['env.yaml', 'file.yaml', 'new.yaml'].map((name) =>
        expect.stringContaining(`${name} was not opened: it is a link`),
      ),
    );
  });

  test('a link to a file of the folder is followed, and stays a link when that is written', async () => {
    symlinkSync(disk.placeOf('one.yaml'), disk.placeOf('alias.yaml'));
    expect(await put('alias.yaml', 'mine\n', ONE)).toMatchObject({ status: 204 });
    expect(read('one.yaml')).toBe('mine\n');
    expect(read('alias.yaml')).toBe('mine\n');
  });

  test('a folder that is gone is said to be, and is not made again', async () => {
    renameSync(disk.folder, `${disk.folder}-moved`);
    expect(await ask('one.yaml')).toMatchObject({ status: 410, code: 'FOLDER_GONE' });
    expect(await put('one.yaml', 'mine\n', ONE)).toMatchObject({ status: 410, code: 'FOLDER_GONE' });
    expect(await put('new.yaml', 'mine\n', null)).toMatchObject({ status: 410, code: 'FOLDER_GONE' });
    expect(await server.ask('/api/folder')).toMatchObject({ status: 410, code: 'FOLDER_GONE' });
    expect(readdirSync(disk.outside).toSorted()).toEqual(['app', 'flows-moved']);
  });
});
