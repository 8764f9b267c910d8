import { describe, expect, it, test } from 'vitest';
import { effectView } from '#engine/testing';
import { callsOfAttempt, groupWarnings } from './Calls.tsx';

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

const warning = (taskId: string, message: string) => ({ taskId, code: 'NULL_VALUE', message, path: null });

const NOTHING = { input: null, tasks: new Map() };

describe('the warnings of a task', () => {
  it('are each listed once with how often they came, in the order in which they first did', () => {
    const warnings = [warning('a', 'one'), warning('b', 'one'), warning('a', 'two'), warning('a', 'one')];
    expect(groupWarnings({ ...NOTHING, warnings }, 'a')).toEqual([
      { code: 'NULL_VALUE', message: 'one', count: 2 },
      { code: 'NULL_VALUE', message: 'two', count: 1 },
    ]);
    expect(groupWarnings({ ...NOTHING, warnings }, 'c')).toEqual([]);
  });
});
