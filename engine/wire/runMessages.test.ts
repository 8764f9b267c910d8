import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { describeMisfit, readAs } from './MessageShape.ts';
import { INBOX, RUN, RUN_HEAD, RUN_PAGE, readRunPage, readWaits, STARTED_RUN, WORKFLOWS } from './runMessages.ts';

/** What `signalbox serve` of version 0.2.0 answered: runs that wait, are paused, have failed and have started another one. */
const OLD: JsonObject = JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures/answers-0.2.0.json'), 'utf8'));

const [HEAD] = (OLD['runs'] as { readonly runs: readonly JsonObject[] }).runs;

test.each<[string, (answer: Json) => unknown]>([
  ['started', (answer) => readAs(STARTED_RUN, answer)],
  ['run', (answer) => readAs(RUN, answer)],
  ['runs', (answer) => readAs(RUN_PAGE, answer)],
  ['inbox', (answer) => readAs(INBOX, answer)],
  ['workflows', (answer) => readAs(WORKFLOWS, answer)],
])('what a server of version 0.2.0 answers is read as it was sent: %s', (key, read) => {
  expect(read(OLD[key] ?? null)).toEqual({ ok: true, value: OLD[key] });
});

test.each<[JsonObject, string]>([
  [{ id: 7 }, 'id is not a text'],
  [{ status: 'melted' }, 'status is not one of queued, running, waiting, paused, success, error, cancelled'],
  [{ queued_at: '2026-13-01' }, 'queued_at is not a time'],
  [{ started_at: 5 }, 'started_at is not a time'],
  [{ parent: { run_id: 'a', key: 'b' } }, 'parent.root is missing'],
  [{ output_size: -1 }, 'output_size is not a whole number from 0 on'],
])('a run that does not fit says where: %j', (field, problem) => {
  const read = readAs(RUN_HEAD, { ...HEAD, ...field });
  expect(read.ok ? null : describeMisfit(read.error, 'the run')).toBe(problem);
});

test('of a list, the runs that fit are read, and where the first of the others does not', () => {
  const page: Json = { runs: [HEAD ?? null, { ...HEAD, status: 'melted' }, 7], next: 'c1' };
  expect(readRunPage(page)).toEqual({
    ok: true,
    value: { runs: [HEAD], next: 'c1', lost: 2, misfit: expect.stringMatching(/^runs\[1\]\.status is not one of /) },
  });
});

test.each<[Json, string]>([
  [null, 'the answer is not a map'],
  [{}, 'runs is missing'],
  [{ runs: {} }, 'runs is not a list'],
  [{ runs: [], next: 7 }, 'next is not a text'],
])('an answer that is no list of runs says why: %j', (answer, problem) => {
  expect(readRunPage(answer)).toEqual({ ok: false, error: problem });
});

test('a wait that does not fit is told with its place', () => {
  const { waits } = OLD['inbox'] as { readonly waits: readonly JsonObject[] };
  expect(readWaits({ waits: [...waits, { ...waits[0], signal: null }] })).toEqual({
    ok: false,
    error: `waits[${waits.length}].signal is not a text`,
  });
});

test('the schema of a message asks for all that this version writes', () => {
  expect(RUN_HEAD.schema['required']).toContain('output_preview');
  expect(readAs(RUN_HEAD, HEAD ?? null).ok).toBe(true);
});
