import { expect, test } from 'vitest';
import type { EffectView } from '#engine/run';
import { callsOfAttempt } from './callsOfAttempt.ts';

const call = (key: string): EffectView => ({
  key,
  kind: 'tool',
  name: 't',
  request: null,
  response: null,
  error: null,
  simulated: false,
  startedAt: 0,
  endedAt: 1,
});

test('an attempt has its calls alone, also in a run inside of another and where ids look like numbers', () => {
  const effects = [call('r/2/3/1/1'), call('r/2/3/1/2'), call('r/2/3/2/1'), call('r/2/3/12/1')];
  const keys = (attempt: number | null) =>
    callsOfAttempt({ effects, taskId: '2', activation: 3 }, attempt).map(({ key }) => key);
  expect(keys(1)).toEqual(['r/2/3/1/1', 'r/2/3/1/2']);
  expect(keys(2)).toEqual(['r/2/3/2/1']);
  expect(keys(null)).toHaveLength(4);
});
