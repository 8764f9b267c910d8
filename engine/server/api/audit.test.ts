import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogEntry } from '../../service/index.ts';
import { AuditFile } from './AuditFile.ts';
import { RefusalLog } from './refused/RefusalCounts.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

let state: string;
let problems: string[];
let audit: AuditFile;

beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'signalbox-audit-'));
  problems = [];
  audit = new AuditFile(state, { onProblem: (problem) => problems.push(problem), now: () => 0 });
});
afterEach(() => rmSync(state, { recursive: true }));

const note = (run: string, what = ''): void => audit.note({ action: 'started', by: 'token ci', token: 't', run, what });

test('pages go back to the first entry, over lines of any length', () => {
  const runs = Array.from({ length: 40 }, (_, index) => `run-${index}`);
  for (const [index, run] of runs.entries()) note(run, 'ü'.repeat(index * 1500));
  const read: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = audit.read({ limit: 7, cursor });
    read.push(...(page?.entries.map(({ run }) => run) ?? []));
    if (page === null || page.next === null) break;
    cursor = page.next;
  }
  expect(read).toEqual(runs.toReversed());
  expect(audit.read({ limit: 7, cursor: 'x' })).toBeNull();
});

test('an entry that the disk did not take is written with the next one, and a torn line harms no other', () => {
  const file = path.join(state, 'audit.jsonl');
  note('run-0');
  renameSync(file, `${file}.1`);
  mkdirSync(file);
  note('run-1');
  note('run-2');
  expect(problems).toHaveLength(1);
  rmSync(file, { recursive: true });
  note('run-3');
  appendFileSync(file, '{"torn":');
  const page = audit.read({ limit: 10 });
  expect(page?.entries.map(({ run }) => run)).toEqual(['run-3', 'run-2', 'run-1']);
  const after = new AuditFile(state);
  after.note({ action: 'cancelled', by: 'token ci', token: 't', run: 'run-4' });
  expect(after.read({ limit: 1 })?.entries).toMatchObject([{ run: 'run-4' }]);
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('"run-0"');
});

test('each kind of refusal of an address is told once a minute, with how many there were', () => {
  const told: LogEntry[] = [];
  let now = 0;
  const refusals = new RefusalLog(
    (entry) => told.push(entry),
    () => now,
  );
  const refuse = (address: string): void =>
    refusals.note('request.refused', { what: 'A token', code: 'TOKEN_REFUSED', address });
  for (let index = 0; index < 100; index += 1) refuse('10.0.0.1');
  refuse('10.0.0.2');
  now = 60_000;
  refuse('10.0.0.1');
  expect(told.map(({ message }) => message)).toEqual([
    'A token was refused: TOKEN_REFUSED, from 10.0.0.1.',
    'A token was refused: TOKEN_REFUSED, from 10.0.0.2.',
    'A token was refused: TOKEN_REFUSED, from 10.0.0.1. 99 more were refused since the last entry.',
  ]);
});

test('what is done to many runs is kept for each of them, and a removal without its refusal', async () => {
  const service = new RunsInMemory();
  const api = await ApiUnderTest.start({ audit, service });
  for (const n of [1, 2]) await api.post('/api/workflows/hello/runs', { input: { n } });
  await api.post('/api/runs/cancel', { workflow: 'hello' });
  expect((await api.ask('DELETE', '/api/runs/run-2')).code).toBe('RUN_NOT_ENDED');
  service.finish('run-2', { secret: 'canary' });
  service.change('run-2', { status: 'error' });
  await api.post('/api/runs/retry', { workflow: 'hello' });
  expect((await api.ask('DELETE', '/api/runs/run-2')).status).toBe(204);
  const { body, text } = await api.get('/api/audit?limit=5');
  expect(body).toMatchObject({
    entries: [
      { action: 'removed', run: 'run-2', workflow: 'hello' },
      { action: 'started', run: 'retry-run-2', workflow: 'hello' },
      { action: 'cancelled', run: 'run-1', workflow: 'hello' },
      { action: 'cancelled', run: 'run-2', workflow: 'hello' },
      { action: 'started', run: 'run-2', workflow: 'hello' },
    ],
  });
  expect(text).not.toContain('canary');
  await api.close();
});

test('every control that is done is kept, and none that is refused', async () => {
  const api = await ApiUnderTest.start({ audit });
  await api.post('/api/workflows/hello/runs', { input: {} });
  await api.post('/api/runs/run-1/signals/go', { secret: 'canary' });
  for (const control of ['pause', 'resume', 'cancel']) await api.post(`/api/runs/run-1/${control}`);
  await api.post('/api/runs/none/cancel');
  const page = await api.get('/api/audit');
  expect(page.body).toMatchObject({
    entries: ['cancelled', 'resumed', 'paused', 'signalled', 'started'].map((action) => ({
      action,
      by: '127.0.0.1',
      run: 'run-1',
    })),
  });
  expect(page.text).not.toContain('canary');
  expect((await api.get('/api/audit?cursor=x')).code).toBe('BAD_QUERY');
  await api.close();
});

test('a page of one workflow has its entries alone, and reads no more than a part of the file', () => {
  const add = (workflow: string, run: string): void =>
    audit.note({ action: 'started', by: 'token ci', token: 't', run, workflow, what: 'x'.repeat(2000) });
  add('a', 'first');
  for (let count = 0; count < 3000; count += 1) add('b', `other-${count}`);
  add('a', 'last');
  const page = audit.read({ limit: 10, workflow: 'a' });
  expect(page?.entries.map(({ run }) => run)).toEqual(['last']);
  expect(page?.next).not.toBeNull();
  const rest = audit.read({ limit: 10, workflow: 'a', cursor: page?.next ?? '' });
  expect(rest?.entries.map(({ run }) => run)).toEqual(['first']);
  expect(rest?.next).toBeNull();
});
