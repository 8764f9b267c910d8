import type { ChildProcess } from 'node:child_process';
import { existsSync, type FSWatcher, mkdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { numRuns } from '../testing/index.ts';
import { type Ended, Shell } from './testing.ts';

let shell: Shell;
let server: Server;
let calls: string[] = [];
/** Answers that are held back. */
let held: ServerResponse[] = [];
let onHeld: (() => void) | null = null;

/** A server that counts calls, and keeps those of `/held` waiting. */
beforeAll(async () => {
  shell = new Shell();
  server = createServer((request, response) => {
    const place = request.url ?? '';
    calls.push(place);
    response.setHeader('content-type', 'application/json');
    if (!place.startsWith('/held')) response.end('{}');
    else {
      held.push(response);
      onHeld?.();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}, 60_000);
afterEach(() => {
  release();
  calls = [];
  onHeld = null;
});
afterAll(() => {
  shell.remove();
  server.closeAllConnections();
  server.close();
});

/** A run of calls one after the other, each to the path of its id. */
function chain(name: string, ids: readonly string[]): string {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const tasks = ids.map((id, index) => {
    const next = ids[index + 1];
    const url = `http://127.0.0.1:${port}/${id}`;
    const task = { id, type: 'basic', use: 'core:http', with: { url, method: 'POST' } };
    return next === undefined ? task : { ...task, on_success: { next } };
  });
  return shell.write(name, JSON.stringify({ tasks }));
}

/** A run of two calls, the second of which is not answered. */
function flow(name: string): string {
  return chain(name, ['first', 'held']);
}

/** Starts a run and waits until its second call is made. */
async function startHeld(
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<Ended> }> {
  let child: ChildProcess | null = null;
  const reached = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const ended = shell.run(args, { onStart: (started) => (child = started) });
  await reached;
  if (child === null) throw new Error('It did not start.');
  return { child, ended };
}

const release = (): void => {
  for (const response of held) response.end('{}');
  held = [];
};

test('a run has one executor: others are refused with exit code 3, and make no call', async () => {
  const file = flow('one.yaml');
  const { ended } = await startHeld(['run', file, '--journal', 'one.jsonl']);
  const before = readFileSync(path.join(shell.folder, 'one.jsonl'));
  const others = await Promise.all([
    shell.run(['run', '--journal', 'one.jsonl', '--resume']),
    shell.runHere(['run', '--journal', './one.jsonl', '--resume', '--json']),
    shell.runHere(['run', file, '--journal', 'one.jsonl', '--force']),
  ]);
  for (const other of others) {
    expect(other.code).toBe(3);
    expect(other.error).toMatch(/^--journal \S+: Process \d+ on \S+ executes the run in this journal\. .*--watch\.\n$/);
    expect(JSON.parse(other.out)).toMatchObject({ status: 'error', error: { details: { type: 'journal.owner' } } });
  }
  expect(readFileSync(path.join(shell.folder, 'one.jsonl'))).toEqual(before);
  release();
  expect(await ended).toMatchObject({ code: 0 });
  expect(calls).toEqual(['/first', '/held']);
  expect(existsSync(path.join(shell.folder, 'one.jsonl.lock'))).toBe(false);
}, 60_000);

test('of two that resume a killed run at once one executes it', async () => {
  const { child, ended } = await startHeld(['run', flow('two.yaml'), '--journal', 'two.jsonl']);
  child.kill('SIGKILL');
  await ended;
  release();
  const reached = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const both = [1, 2].map(() => shell.run(['run', '--journal', 'two.jsonl', '--resume']));
  await reached;
  // The winner waits for its call, so the first to end is the other one.
  expect(await Promise.race(both)).toMatchObject({ code: 3 });
  release();
  expect(new Set((await Promise.all(both)).map(({ code }) => code))).toEqual(new Set([0, 3]));
  expect(calls).toEqual(['/first', '/held', '/held']);
}, 60_000);

test('a stopped process keeps its run; one whose claim was taken away makes no further call', async () => {
  const { child, ended } = await startHeld(['run', flow('stale.yaml'), '--journal', 'stale.jsonl', '--json']);
  child.kill('SIGSTOP');
  expect(await shell.runHere(['run', '--journal', 'stale.jsonl', '--resume'])).toMatchObject({ code: 3 });
  rmSync(path.join(shell.folder, 'stale.jsonl.lock'), { recursive: true });
  const resumed = await startHeld(['run', '--journal', 'stale.jsonl', '--resume']);
  release();
  expect(await resumed.ended).toMatchObject({ code: 0 });
  const whole = readFileSync(path.join(shell.folder, 'stale.jsonl'));
  child.kill('SIGCONT');
  const stale = await ended;
  expect(stale).toMatchObject({
    code: 3,
    error: expect.stringContaining('another process has taken over the journal'),
  });
  expect(readFileSync(path.join(shell.folder, 'stale.jsonl'))).toEqual(whole);
  expect(calls).toEqual(['/first', '/held', '/held']);
}, 60_000);

test('a run whose lock folder was removed by hand stops with exit code 3 and says so', async () => {
  const { ended } = await startHeld(['run', flow('removed.yaml'), '--journal', 'removed.jsonl']);
  rmSync(path.join(shell.folder, 'removed.jsonl.lock'), { recursive: true });
  release();
  const stopped = await ended;
  expect(stopped).toMatchObject({ code: 3, error: expect.stringContaining('was removed from removed.jsonl.lock') });
  expect(stopped.error).not.toContain('another process');
  const reached = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const resumed = shell.runHere(['run', '--journal', 'removed.jsonl', '--resume']);
  await reached;
  release();
  expect(await resumed).toMatchObject({ code: 0 });
}, 60_000);

test('--watch shows what another process does and ends with its result; of a dead one it says how to go on', async () => {
  const { child, ended } = await startHeld(['run', flow('seen.yaml'), '--journal', 'seen.jsonl']);
  const watching = shell.runHere(['run', '--journal', 'seen.jsonl', '--watch']);
  release();
  const [run, seen] = await Promise.all([ended, watching]);
  expect(seen).toMatchObject({ code: 0, out: run.out, error: '' });
  expect(calls).toEqual(['/first', '/held']);
  const dead = await startHeld(['run', flow('dead.yaml'), '--journal', 'dead.jsonl']);
  dead.child.kill('SIGKILL');
  await dead.ended;
  const seenDead = await shell.runHere(['run', '--journal', 'dead.jsonl', '--watch']);
  expect(seenDead).toMatchObject({
    code: 1,
    error: expect.stringContaining('Resume it: signalbox run --journal dead.jsonl --resume'),
  });
  expect(JSON.parse(seenDead.out)).toMatchObject({
    status: 'running',
    tasks: { first: { status: 'success' }, held: { status: 'running' } },
  });
  expect(child.exitCode).toBe(0);
}, 60_000);

test('kills at every call: two resume at once, one is refused, and only the call under way is made again', async () => {
  const kills = numRuns(1, 5);
  for (let kill = 0; kill < kills; kill += 1) {
    calls = [];
    const name = `kill-${kill}.jsonl`;
    const before = 1 + ((kill + 1) % 4);
    const idOf = (index: number): string => (index === before ? `held${index}` : `call${index}`);
    const ids = Array.from({ length: 6 }, (_, index) => idOf(index));
    const first = await startHeld(['run', chain(`kill-${kill}.yaml`, ids), '--journal', name]);
    first.child.kill('SIGKILL');
    await first.ended;
    held = [];
    const reached = new Promise<void>((resolve) => {
      onHeld = resolve;
    });
    const both = [1, 2].map(() => shell.run(['run', '--journal', name, '--resume']));
    await reached;
    expect(await Promise.race(both)).toMatchObject({ code: 3 });
    release();
    expect(new Set((await Promise.all(both)).map(({ code }) => code))).toEqual(new Set([0, 3]));
    const made = ids.slice(0, before + 1);
    expect(calls).toEqual([...made, ...ids.slice(before)].map((id) => `/${id}`));
  }
}, 600_000);

test('a run that is killed as it starts is resumed, or has not begun', async () => {
  const ends = { begun: 0, empty: 0 };
  const kills = numRuns(2, 6);
  for (let kill = 0; kill < kills; kill += 1) {
    const file = path.join(shell.folder, `early-${kill}.jsonl`);
    const watchers: FSWatcher[] = [];
    await shell.run(['run', chain('early.yaml', ['early1', 'early2']), '--journal', `early-${kill}.jsonl`], {
      // As soon as anything of the journal is there.
      onStart: (child) => {
        watchers.push(watch(shell.folder, (_, name) => void (name === path.basename(file) && child.kill('SIGKILL'))));
      },
    });
    for (const watcher of watchers) watcher.close();
    const isEmpty = statSync(file).size === 0;
    ends[isEmpty ? 'empty' : 'begun'] += 1;
    const resumed = await shell.runHere(['run', '--journal', `early-${kill}.jsonl`, '--resume']);
    expect(resumed).toMatchObject(
      isEmpty ? { code: 2, error: expect.stringContaining('empty') } : { code: 0, error: '' },
    );
  }
  expect(ends.begun + ends.empty).toBe(kills);
}, 600_000);

test('nothing is written over but an empty file, without --force', async () => {
  const file = shell.write('tiny.yaml', 'tasks: [{id: a, type: basic}]\n');
  const read = (name: string): string => readFileSync(path.join(shell.folder, name), 'utf8');
  shell.write('notes.txt', 'mine\n');
  expect(await shell.runHere(['run', file, '--journal', 'notes.txt'])).toMatchObject({
    code: 2,
    error:
      '--journal notes.txt: This file is not a journal of Signalbox and is not written over. Name another file, or replace it by --force.\n',
  });
  expect(await shell.runHere(['run', file, '--events', file])).toMatchObject({
    code: 2,
    error:
      '--events tiny.yaml: This file does not hold events of a run and is not written over. Name another file, or replace it by --force.\n',
  });
  expect([read('notes.txt'), read(file)]).toEqual(['mine\n', 'tasks: [{id: a, type: basic}]\n']);
  expect(existsSync(path.join(shell.folder, 'notes.txt.lock'))).toBe(false);
  await shell.runHere(['run', file, '--journal', 'cut.jsonl']);
  for (const length of [300, 30]) {
    shell.write('cut.jsonl', read('cut.jsonl').slice(0, length));
    expect(await shell.runHere(['run', file, '--journal', 'cut.jsonl'])).toMatchObject({
      code: 2,
      error:
        '--journal cut.jsonl: The journal in this file ends inside line 1: nothing of its run was done. Name another file, or replace it by --force.\n',
    });
  }
  shell.write('empty.jsonl', '');
  shell.write('empty-events.jsonl', '');
  expect(
    await shell.runHere(['run', file, '--journal', 'empty.jsonl', '--events', 'empty-events.jsonl']),
  ).toMatchObject({
    code: 0,
  });
  expect(await shell.runHere(['run', file, '--journal', 'empty.jsonl'])).toMatchObject({
    code: 2,
    error:
      '--journal empty.jsonl: There is a run in this file already. Resume it by --resume, name another file, or replace it by --force.\n',
  });
  expect(await shell.runHere(['run', file, '--events', 'empty-events.jsonl'])).toMatchObject({ code: 0 });
  expect(
    await shell.runHere(['run', file, '--journal', 'notes.txt', '--events', 'empty.jsonl', '--force']),
  ).toMatchObject({
    code: 0,
  });
  expect(read('notes.txt')).toMatch(/"format":"signalbox-journal\/2"/);
  expect(read('empty.jsonl')).toMatch(/^\{"seq":0,/);
  expect(await shell.runHere(['run', '--journal', 'notes.txt', '--resume'])).toMatchObject({ code: 0 });
  expect(await shell.runHere(['run', file, '--journal', 'same.jsonl', '--events', './same.jsonl'])).toMatchObject({
    code: 2,
    error: '--events and --journal name the same file. Give each its own.\n',
  });
}, 60_000);

test('what cannot be written is said in words', async () => {
  const file = shell.write('tiny.yaml', 'tasks: [{id: a, type: basic}]\n');
  mkdirSync(path.join(shell.folder, 'dir'), { recursive: true });
  const said = async (...args: readonly string[]): Promise<string> => {
    const { code, error } = await shell.runHere(['run', file, ...args]);
    expect(code).toBe(2);
    return error;
  };
  expect(await said('--journal', 'no/such/j.jsonl')).toBe(
    '--journal no/such/j.jsonl: The folder of this file does not exist.\n',
  );
  expect(await said('--journal', 'dir')).toBe('--journal dir: This is not a file: a journal is kept in a file.\n');
  expect(await said('--journal', 'tiny.yaml/j')).toBe(
    '--journal tiny.yaml/j: A part of this path is a file, not a folder.\n',
  );
  expect(await said('--events', 'dir')).toBe('--events dir: This is a folder; give a file.\n');
}, 60_000);

test('a run is resumed with its own text: another file, or that file changed since, is refused in words', async () => {
  const text = 'tasks: [{id: a, type: basic, with: {n: 1}}]\n';
  shell.write('mine.yaml', text);
  await shell.runHere(['run', 'mine.yaml', '--journal', 'own.jsonl']);
  expect(await shell.runHere(['run', 'mine.yaml', '--journal', 'own.jsonl', '--resume'])).toMatchObject({ code: 0 });
  shell.write('other.yaml', text.replace('1', '2'));
  expect(await shell.runHere(['run', 'other.yaml', '--journal', 'own.jsonl', '--resume'])).toMatchObject({
    code: 2,
    error:
      'The run in own.jsonl is that of mine.yaml, not of other.yaml. Leave the file out to resume it: signalbox run --journal own.jsonl --resume.\n',
  });
  shell.write('mine.yaml', text.replace('1', '3'));
  expect(await shell.runHere(['run', 'mine.yaml', '--journal', 'own.jsonl', '--resume'])).toMatchObject({
    code: 2,
    error: expect.stringMatching(/^mine\.yaml was changed since the run in own\.jsonl started/),
  });
}, 60_000);
