import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfiguredSecret } from '../../serveConfig/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readSecrets } from './readSecretSource.ts';

const CANARY = 'canary-4711';

let folder: string;
const file = (name: string): string => path.join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-secrets-'));
  mkdirSync(file('flows/.keys'), { recursive: true });
  mkdirSync(file('flows/.signalbox/files/w'), { recursive: true });
  writeFileSync(file('flows/.signalbox/files/w/key'), CANARY);
  symlinkSync(file('flows/key'), file('link'));
  writeFileSync(file('nul'), `${CANARY}\0`);
  writeFileSync(file('key'), `${CANARY} ü\r\n`);
  writeFileSync(file('flows/key'), CANARY);
  writeFileSync(file('flows/.keys/key'), `${CANARY}\n\n`);
  writeFileSync(file('empty'), '\n');
  writeFileSync(file('binary'), Buffer.from([0x80, 0xff]));
  writeFileSync(file('large'), 'x'.repeat(70_000));
  execFileSync('mkfifo', [file('pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(from: ConfiguredSecret['from'], signal = new AbortController().signal) {
  const io = { env: { PATH: process.env['PATH'], GIVEN: CANARY }, signal } as unknown as CommandIo;
  return readSecrets(io, [{ path: ['secrets', 'KEY'], source: from }], {
    folder: file('flows'),
    files: file('flows/.signalbox/files'),
  });
}

/** Runs JavaScript as a program that prints a secret. */
function program(code: string): ConfiguredSecret['from'] {
  return { type: 'command', command: [process.execPath, '-e', code] };
}

test.each<[string, ConfiguredSecret['from'], string]>([
  ['a file, without its last line end', { type: 'file', file: '../key' }, `${CANARY} ü`],
  ['a hidden file of the folder, with the rest of its lines', { type: 'file', file: '.keys/key' }, `${CANARY}\n`],
  ['what a program prints', program('console.log("from " + process.env.GIVEN)'), `from ${CANARY}`],
  [
    'a program that reads all of its input',
    program('process.stdin.on("data", () => 0).on("end", () => console.log(1))'),
    '1',
  ],
  [
    'printed by a program that leaves another one behind',
    { type: 'command', command: ['sh', '-c', 'sleep 60 & echo 1'] },
    '1',
  ],
  ['a program of the folder', program('console.log(process.cwd().endsWith("flows"))'), 'true'],
])('the value is %s', async (_, from, value) => {
  expect(await read(from)).toEqual({ ok: true, value: new Map([[from, value]]) });
});

test.each<[string, ConfiguredSecret['from'], string]>([
  ['a missing file', { type: 'file', file: '../none' }, 'there is no file ../none.'],
  ['a folder', { type: 'file', file: '..' }, '.. is not a file.'],
  ['a pipe that nobody writes to', { type: 'file', file: '../pipe' }, '../pipe is not a file.'],
  ['an empty file', { type: 'file', file: '../empty' }, 'the value is empty.'],
  ['what is no text', { type: 'file', file: '../binary' }, 'the value is not text in UTF-8.'],
  ['a large file', { type: 'file', file: '../large' }, '../large is larger than 64 KiB.'],
  ['a file that runs could read', { type: 'file', file: 'key' }, 'key is where runs can read files'],
  ['a link to one', { type: 'file', file: '../link' }, '../link is where runs can read files'],
  ['a file that runs write', { type: 'file', file: '.signalbox/files/w/key' }, 'is where runs can read files'],
  ['a value with a NUL', { type: 'file', file: '../nul' }, 'it has a NUL in it'],
  ['no program at all', { type: 'command', command: [''] }, 'the program cannot be run'],
  ['an argument with a NUL', { type: 'command', command: ['echo', `${CANARY}\0`] }, 'echo cannot be run'],
  ['a program below a file', { type: 'command', command: ['./key/none'] }, './key/none cannot be run (ENOTDIR)'],
  ['a missing program', { type: 'command', command: ['no-such-program'] }, 'there is no program no-such-program.'],
  ['a program that is none', { type: 'command', command: ['./key'] }, './key cannot be run (EACCES)'],
  [
    'a program that fails',
    program(`console.log("${CANARY}"); console.error("${CANARY}"); process.exit(3)`),
    'failed with exit code 3',
  ],
  [
    'a program that is killed',
    program(`console.log("${CANARY}"); process.kill(process.pid)`),
    'was stopped before it ended',
  ],
  ['a program that prints nothing', program(''), 'the value is empty.'],
  ['a program that prints much', program('console.log("x".repeat(70_000))'), 'printed more than 64 KiB'],
])('%s is refused in words, which have nothing of the value', async (_, from, words) => {
  const answer = await read(from);
  expect(answer).toMatchObject({ ok: false, error: expect.stringContaining(`secrets.KEY: `) });
  expect(answer).toMatchObject({ error: expect.stringContaining(words) });
  expect(JSON.stringify(answer)).not.toContain(CANARY);
});

test('a program that does not end is ended with the server', async () => {
  const stop = new AbortController();
  const reading = read(program('setInterval(() => 0, 1000)'), stop.signal);
  stop.abort();
  expect(await reading).toMatchObject({ ok: false, error: expect.stringContaining('was stopped before it ended') });
});
