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
