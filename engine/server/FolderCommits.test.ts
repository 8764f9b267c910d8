import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Disk, ServerUnderTest } from './testing.ts';

let disk: Disk;
let server: ServerUnderTest;

const git = (...command: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...command], {
    cwd: disk.folder,
    env: { ...process.env, GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' },
  }).toString();

/** Commits a file with a text. */
function commit(name: string, text: string, message: string): string {
  disk.write(name, text);
  git('add', '--', name);
  git('commit', '-qm', message);
  return git('rev-parse', 'HEAD').trim();
}

const commitsOf = async (name: string): Promise<readonly Record<string, unknown>[]> =>
  JSON.parse((await server.ask(`/api/folder/commits/${encodeURIComponent(name)}`)).text).commits;

beforeEach(async () => {
  disk = new Disk({ 'one.yaml': 'tasks: []\n' });
  server = await ServerUnderTest.start(disk);
  await server.enter();
});

afterEach(async () => {
  await server.close();
  disk.remove();
});

test('the commits of a file are told, newest first, with its text in each', async () => {
  git('init', '-q');
  const first = commit('one.yaml', 'a: 1\n', 'The first');
  commit('two.yaml', 'b: 1\n', 'Another file');
  const last = commit('one.yaml', 'a: ä\n', 'The last\n\nwith more to say');
  const at = Date.parse('2026-01-02T03:04:05Z');
  expect(await commitsOf('one.yaml')).toEqual([
    { id: last, at, author: 'Ada', subject: 'The last' },
    { id: first, at, author: 'Ada', subject: 'The first' },
  ]);
  expect(await server.ask(`/api/folder/commits/one.yaml?id=${first}`)).toMatchObject({ status: 200, text: 'a: 1\n' });
  expect(await server.ask(`/api/folder/commits/one.yaml?id=${last}`)).toMatchObject({ status: 200, text: 'a: ä\n' });
  expect(await server.ask(`/api/folder/commits/two.yaml?id=${first}`)).toMatchObject({ status: 204 });
});

test('a file that had another name is followed, but for one that is not told about', async () => {
  git('init', '-q');
  const text = Array.from({ length: 20 }, (_, line) => `a${line}: 1\n`).join('');
  const hidden = commit('.secret.yaml', text, 'Hidden');
  git('mv', '.secret.yaml', 'öld name.yaml');
  git('commit', '-qm', 'Shown');
  const shown = git('rev-parse', 'HEAD').trim();
  git('mv', 'öld name.yaml', 'new.yaml');
  const last = commit('new.yaml', `${text}b: 1\n`, 'Renamed');
  expect((await commitsOf('new.yaml')).map(({ id }) => id)).toEqual([last, shown]);
  expect(await server.ask(`/api/folder/commits/new.yaml?id=${shown}`)).toMatchObject({ status: 200, text: text });
  expect(await server.ask(`/api/folder/commits/new.yaml?id=${hidden}`)).toMatchObject({ status: 204 });
});

test('a folder without a repository has none', async () => {
  expect(await commitsOf('one.yaml')).toEqual([]);
});

test('nothing but files of the folder is told about, and to nobody who was not let in', async () => {
  git('init', '-q');
  const id = commit('.secret.yaml', 'a: 1\n', 'Hidden');
  for (const name of ['.secret.yaml', '../flows/one.yaml', ':(glob)*', '-p'])
    expect(await server.ask(`/api/folder/commits/${encodeURIComponent(name)}?id=${id}`)).toMatchObject({
      status: 403,
      code: 'PATH_REFUSED',
    });
  for (const other of ['HEAD', '--help', `${id}^`])
    expect(await server.ask(`/api/folder/commits/one.yaml?id=${encodeURIComponent(other)}`)).toMatchObject({
      status: 404,
    });
  expect(await server.ask('/api/folder/commits/one.yaml', { method: 'DELETE' })).toMatchObject({ status: 405 });
  const stranger = await server.ask('/api/folder/commits/one.yaml', { headers: { Authorization: 'Bearer no' } });
  expect(stranger).toMatchObject({ status: 401 });
});

test('settings of a repository run no program', async () => {
  git('init', '-q');
  commit('one.yaml', 'a: 1\n', 'The first');
  // A signature is checked by the program that the repository names.
  const signed = git('cat-file', 'commit', 'HEAD').replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
  );
  const place = path.join(disk.outside, 'commit');
  writeFileSync(place, signed);
  git('update-ref', 'HEAD', git('hash-object', '-t', 'commit', '-w', place).trim());
  const program = path.join(disk.outside, 'program.sh');
  const mark = path.join(disk.outside, 'ran');
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  for (const key of ['core.fsmonitor', 'core.pager', 'gpg.program', 'diff.external', 'core.sshCommand'])
    git('config', key, program);
  git('config', 'log.showSignature', 'true');
  const [{ id } = { id: '' }] = await commitsOf('one.yaml');
  expect(await server.ask(`/api/folder/commits/one.yaml?id=${String(id)}`)).toMatchObject({ status: 200 });
  expect(existsSync(mark)).toBe(false);
});
