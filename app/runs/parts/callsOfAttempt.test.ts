import { expect, test } from 'vitest';
import { effectView } from '#engine/testing';
import { callsOfAttempt } from './callsOfAttempt.ts';

test('an attempt has its calls alone, also in a run inside of another and where ids look like numbers', () => {
  const effects = [
    effectView({ key: 'r/2/3/1/1' }),
    effectView({ key: 'r/2/3/1/2' }),
    effectView({ key: 'r/2/3/2/1' }),
    effectView({ key: 'r/2/3/12/1' }),
  ];
  const keys = (attempt: number | null) =>
    callsOfAttempt({ effects, taskId: '2', activation: 3 }, attempt).map(({ key }) => key);
  expect(keys(1)).toEqual(['r/2/3/1/1', 'r/2/3/1/2']);
  expect(keys(2)).toEqual(['r/2/3/2/1']);
  expect(keys(null)).toHaveLength(4);
});
