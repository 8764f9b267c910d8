import { expect, it } from 'vitest';
import { readRun } from './wire.ts';

const RUN = {
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
  expect(readRun({ ...RUN, error })?.failure).toBe('EXECUTION_ERROR: Item 78 failed: No address');
});

it('reads a run without an error, and one of a server that tells none', () => {
  expect(readRun({ ...RUN, error: null })?.failure).toBe('');
  expect(readRun(RUN)).toMatchObject({ path: 'orders/daily.yaml', failure: '' });
});

const USAGE = { input_tokens: 120, output_tokens: 30, cost: 0.002, unpriced: 0 };

it('reads what a run that has ended used, and how long it was paused', () => {
  const read = readRun({ ...RUN, started_at: RUN.queued_at, paused_ms: 1_200, usage: USAGE });
  expect(read).toMatchObject({ idle: 1_200, usage: USAGE });
  const unpriced = { ...USAGE, cost: null, unpriced: 2 };
  expect(readRun({ ...RUN, paused_ms: null, usage: unpriced })).toMatchObject({ idle: 0, usage: unpriced });
});

it('knows no figures of a run of an earlier server, nor of one that has not ended', () => {
  expect(readRun(RUN)).toMatchObject({ idle: 0, usage: null });
  expect(readRun({ ...RUN, ended_at: null, paused_ms: 5, usage: USAGE })).toMatchObject({ idle: 0, usage: null });
});

it.each([
  'much',
  [],
  {},
  { ...USAGE, input_tokens: '120' },
  { ...USAGE, output_tokens: -1 },
  { ...USAGE, output_tokens: Number.POSITIVE_INFINITY },
  { ...USAGE, cost: 'free' },
  { ...USAGE, cost: -0.1 },
  { input_tokens: 1, output_tokens: 1, unpriced: 0 },
  { ...USAGE, unpriced: null },
] as const)('takes nothing of a usage that is none: %j', (usage) => {
  expect(readRun({ ...RUN, usage })).toMatchObject({ usage: null });
});

it.each([
  ['long', 0],
  [-5, 0],
  [Number.POSITIVE_INFINITY, 0],
  [9e15, 5_000],
])('takes a pause of %j as %d ms of a run of 5 s', (paused_ms, idle) => {
  expect(readRun({ ...RUN, started_at: RUN.queued_at, paused_ms })).toMatchObject({ idle });
});
