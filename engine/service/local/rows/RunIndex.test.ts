import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EndFiles } from './EndFiles.ts';
import { RunIndex } from './RunIndex.ts';
import { queuedRow, type RunRow } from './RunRow.ts';

/** Enough runs for several turns of a search, and for the file to be rewritten when they have changed often enough. */
const MANY = 1_100;

let folder: string;
/** How often others have had their turn, and what they do with it. */
let turns: number;
let meanwhile: () => void;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-index-'));
  turns = 0;
  meanwhile = () => undefined;
});

afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (): string => path.join(folder, 'index.jsonl');

function next(): Promise<void> {
  turns += 1;
  meanwhile();
  return new Promise((resolve) => setImmediate(resolve));
}

function open(): RunIndex {
  return new RunIndex(fileOf(), new EndFiles(path.join(folder, 'ends')), { next });
}

function row(number: number, changes: Partial<RunRow> = {}): RunRow {
  const known = { id: `run-${number}`, number, queuedAt: number, input: JSON.stringify({ order: number }) };
  const queued = queuedRow({ workflow: 'orders', input: { order: number } }, known);
  return { ...queued, status: 'success', output: { number }, startedAt: number, endedAt: number, ...changes };
}

/** An index of many runs that have ended. */
function openMany(): RunIndex {
  const index = open();
  for (let number = 1; number <= MANY; number += 1) index.put(row(number));
  return index;
}

const search = async (index: RunIndex, text: string) => {
  const page = await index.list({ limit: 50, text }, (one) => one);
  return page?.rows.map(({ id }) => id);
};

test('a search of many inputs lets others have their turn', async () => {
  const index = openMany();
  expect(await search(index, '"order":7}')).toEqual(['run-7']);
  expect(turns).toBe(Math.floor((MANY - 1) / 500));
  index.close();
});

test('a run that is removed or started again while others have their turn is not found where it was', async () => {
  const index = openMany();
  meanwhile = () => {
    meanwhile = () => undefined;
    index.remove(new Set(['run-7', 'run-8']));
    index.put(row(MANY + 1, { id: 'run-8' }));
  };
  const page = await index.list({ limit: 2 * MANY, text: '"order":' }, (one) => one);
  const ids = page?.rows.map(({ id }) => id);
  expect(ids).toHaveLength(MANY - 2);
  expect(ids).not.toEqual(expect.arrayContaining(['run-7']));
  expect(ids).not.toEqual(expect.arrayContaining(['run-8']));
  expect(turns).toBeGreaterThan(0);
  index.close();
});

/** Changes runs until the file is being rewritten, which takes several turns. */
function beginRewrite(index: RunIndex): void {
  for (let number = 1; number <= MANY; number += 1) index.put(row(number, { output: 'changed' }));
  for (let number = 1; number <= MANY && !existsSync(`${fileOf()}.new`); number += 1)
    index.put(row(number, { output: 'again' }));
}

const untilRewritten = (): Promise<void> =>
  expect.poll(() => existsSync(`${fileOf()}.new`), { interval: 1 }).toBe(false);

test('the file is rewritten while others have their turns, with what they change', async () => {
  const index = openMany();
  index.putBelow('inner-1', 'run-1');
  beginRewrite(index);
  const lines = readFileSync(fileOf(), 'utf8').split('\n').length;
  index.put(row(2, { output: 'late' }));
  index.put(row(MANY + 1));
  index.putBelow('inner-2', 'run-2');
  index.remove(new Set(['run-3']));
  expect(index.get('run-2')?.output).toBe('late');
  await untilRewritten();
  expect(turns).toBeGreaterThan(1);
  expect(readFileSync(fileOf(), 'utf8').split('\n').length).toBeLessThan(lines / 2);
  const expectRows = (one: RunIndex): void => {
    expect(one.get('run-2')?.output).toBe('late');
    expect(one.get(`run-${MANY}`)?.output).toBe('changed');
    expect(one.get(`run-${MANY + 1}`)?.output).toEqual({ number: MANY + 1 });
    expect([one.rootOf('inner-1'), one.rootOf('inner-2')]).toEqual(['run-1', 'run-2']);
  };
  expectRows(index);
  expect(index.get('run-3')).toBeNull();
  index.put(row(5, { output: 'after' }));
  expect(index.get('run-5')?.output).toBe('after');
  index.close();
  const again = open();
  expectRows(again);
  expect(again.get('run-5')?.output).toBe('after');
  again.close();
});

test('a rewrite that is cut off by the end of the server leaves the file as it was', async () => {
  const index = openMany();
  beginRewrite(index);
  index.close();
  const before = readFileSync(fileOf(), 'utf8');
  await untilRewritten();
  expect(readFileSync(fileOf(), 'utf8')).toBe(before);
});
