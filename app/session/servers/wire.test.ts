import { expect, it } from 'vitest';
import type { Json } from '#engine/values';
import { type RunHead, readRunPage } from '#engine/wire';
import { toRun } from './wire.ts';

const RUN: RunHead = {
  id: 'r1',
  workflow: 'orders/daily',
  status: 'error',
  queued_at: '2026-01-01T10:00:00.000Z',
  started_at: null,
  ended_at: '2026-01-01T10:00:05.000Z',
  trigger: null,
};

it('reads why a run on a server failed, with items counted from 1 as everywhere', () => {
  const details = { type: 'collection.item', index: 77, cause: null };
  const error = { code: 'EXECUTION_ERROR', message: 'Item 77 failed: No address', details };
  expect(toRun({ ...RUN, error }).failure).toBe('EXECUTION_ERROR: Item 78 failed: No address');
});

it('reads a run without an error, and one of a server that tells none', () => {
  expect(toRun({ ...RUN, error: null }).failure).toBe('');
  expect(toRun(RUN)).toMatchObject({ path: 'orders/daily.yaml', failure: '' });
});

const USAGE = { input_tokens: 120, output_tokens: 30, cost: 0.002, unpriced: 0 };

it('reads what a run that has ended used, how long it was paused, and how many warnings it has', () => {
  const read = toRun({ ...RUN, started_at: RUN.queued_at, paused_ms: 1_200, usage: USAGE, warnings: 2 });
  expect(read).toMatchObject({ idle: 1_200, usage: USAGE, warnings: 2 });
  const unpriced = { ...USAGE, cost: null, unpriced: 2 };
  expect(toRun({ ...RUN, paused_ms: null, usage: unpriced })).toMatchObject({ idle: 0, usage: unpriced });
});

it('knows no figures of a run of an earlier server, nor of one that has not ended', () => {
  const none = { idle: 0, usage: null, warnings: 0 };
  expect(toRun(RUN)).toMatchObject(none);
  expect(toRun({ ...RUN, ended_at: null, paused_ms: 5, usage: USAGE, warnings: 2 })).toMatchObject(none);
});

it('takes no pause for longer than its run', () => {
  const run = { ...RUN, started_at: RUN.queued_at, paused_ms: 9e15 };
  expect(toRun(run)).toMatchObject({ idle: 5_000 });
});

it.each<[Json, string]>([
  [{ usage: 'much' }, 'usage is not a map'],
  [{ usage: {} }, 'usage.input_tokens is missing'],
  [{ usage: { ...USAGE, output_tokens: -1 } }, 'usage.output_tokens is not a number from 0 on'],
  [{ usage: { ...USAGE, cost: 'free' } }, 'usage.cost is not a number from 0 on'],
  [{ usage: { ...USAGE, unpriced: null } }, 'usage.unpriced is not a whole number from 0 on'],
  [{ paused_ms: 'long' }, 'paused_ms is not a whole number from 0 on'],
  [{ paused_ms: Number.POSITIVE_INFINITY }, 'paused_ms is not a whole number from 0 on'],
  [{ queued_at: 'yesterday' }, 'queued_at is not a time'],
  [{ error: { code: 'A', message: 7, details: null } }, 'error.message is not a text'],
])('says where a run of a list cannot be read, and reads the others: %j', (field, problem) => {
  const read = readRunPage({ runs: [RUN, { ...RUN, ...(field as object) }] as unknown as Json, next: null });
  expect(read).toEqual({ ok: true, value: { runs: [RUN], next: null, lost: 1, misfit: `runs[1].${problem}` } });
});
