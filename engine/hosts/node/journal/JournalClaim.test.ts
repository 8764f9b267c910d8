import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimJournal, hasOwner, type JournalClaim } from './JournalClaim.ts';
import { type ProcessMark, readOwnMark } from './ProcessMark.ts';

const OWN = readOwnMark();

let folder: string;
let journal: string;
let waited: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
  journal = path.join(folder, 'run.jsonl');
  waited = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Claims on a clock that only counts. `onDelay` happens meanwhile. */
function claim(mark: ProcessMark = OWN, onDelay: () => void = () => undefined) {
  const delay = async (ms: number): Promise<void> => {
    waited += ms;
    onDelay();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return claimJournal(journal, { mark, delay });
}

async function own(mark?: ProcessMark): Promise<JournalClaim> {
  const claimed = await claim(mark);
  if (!claimed.ok) throw new Error('The journal is claimed.');
  return claimed.value;
}

/** The file of a process that claims the journal; its beat is as old as the file. */
function plant({ pid, start, boot, namespace, host }: ProcessMark, text = 'owner\n'): string {
  const file = path.join(`${journal}.lock`, [pid, start, boot || '_', namespace || '_', host, 'abcdef'].join('.'));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('one process has it, a second one learns which, and after its release no trace is left', async () => {
  const first = await own();
  expect(hasOwner(journal)).toBe(true);
  expect(await claim()).toMatchObject({ ok: false, error: { pid: process.pid, host: OWN.host } });
  expect(first.isHeld).toBe(true);
  first.release();
  expect(existsSync(`${journal}.lock`)).toBe(false);
  expect(hasOwner(journal)).toBe(false);
  (await own()).release();
  expect(waited).toBe(0);
});

test('of many that want it at once exactly one gets it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const all = await Promise.all(Array.from({ length: 8 }, () => claim()));
    const winners = all.flatMap((each) => (each.ok ? [each.value] : []));
    expect(winners).toHaveLength(1);
    for (const winner of winners) winner.release();
  }
});

/** The mark of a process of this machine. */
function markOf(pid = 0): ProcessMark {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { ...OWN, pid, start: fields[19] ?? '' };
}

describe.runIf(process.platform === 'linux')('a process of this machine', () => {
  let child: ChildProcess;
  beforeEach(async () => {
    child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); process.stdin.resume()']);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
  });
  afterEach(() => child.kill('SIGKILL'));

  test('has it as long as it lives, also while it is stopped, and loses it by kill -9', async () => {
    const mark = markOf(child.pid);
    plant(mark);
    child.kill('SIGSTOP');
    expect(await claim()).toMatchObject({ ok: false, error: { pid: child.pid } });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    (await own()).release();
    expect(waited).toBe(0);
  });

  test('is not taken for one that had its id before', async () => {
    const mark = markOf(child.pid);
    plant({ ...mark, start: String(Number(mark.start) - 1) });
    expect(hasOwner(journal)).toBe(false);
    (await own()).release();
    expect(waited).toBe(0);
  });
});

describe('a process that cannot be looked up, of another container, machine or boot,', () => {
  const elsewhere: readonly (readonly [string, ProcessMark])[] = [
    ['container', { ...OWN, namespace: '1', host: 'container' }],
    ['machine', { ...OWN, boot: 'other', host: 'machine' }],
    ['system', { pid: process.pid, start: '', boot: '', namespace: '', host: 'windows' }],
  ];

  test.each(elsewhere)('has it as long as it shows that it lives: %s', async (_, mark) => {
    const file = plant(mark);
    let beats = 0;
    const claimed = await claim(OWN, () => {
      beats += 1;
      if (beats === 3) utimesSync(file, new Date(), new Date(Date.now() + 60_000));
    });
    expect(claimed).toMatchObject({ ok: false, error: { host: mark.host } });
    expect(existsSync(file)).toBe(true);
    expect(hasOwner(journal)).toBe(true);
  });

  test.each(elsewhere)('loses it by a silence of 15 s: %s', async (_, mark) => {
    const file = plant(mark);
    const claimed = await own();
    expect(existsSync(file)).toBe(false);
    expect(waited).toBeGreaterThanOrEqual(15_000);
    claimed.release();
  });
});

test('a claim that was taken away is not held, and its release takes away no other', async () => {
  const first = await own();
  for (const name of readdirSync(`${journal}.lock`)) rmSync(path.join(`${journal}.lock`, name));
  expect(first.isHeld).toBe(false);
  const second = await own();
  first.release();
  expect(second.isHeld).toBe(true);
  second.release();
});

test('one that slept until another process took it for dead claims anew, and is the owner only then', async () => {
  plant({ ...OWN, boot: 'other', host: 'machine' });
  const names = new Set<string>();
  const claimed = await claim(OWN, () => {
    for (const name of readdirSync(`${journal}.lock`)) {
      if (!name.startsWith(`${process.pid}.`) || name.includes('.machine.') || names.size > 0) continue;
      names.add(name);
      rmSync(path.join(`${journal}.lock`, name));
    }
  });
  if (!claimed.ok) throw new Error('The journal is claimed.');
  expect(names.size).toBe(1);
  expect(names).not.toContain(claimed.value.name);
  expect(claimed.value.isHeld).toBe(true);
  expect(readFileSync(path.join(`${journal}.lock`, claimed.value.name), 'utf8')).toBe('owner\n');
  claimed.value.release();
});

test('one that was begun by a process that ended before it decided keeps no one away', async () => {
  plant({ ...OWN, pid: 2 ** 22 + 1 }, '');
  (await own()).release();
  expect(existsSync(`${journal}.lock`)).toBe(false);
});
