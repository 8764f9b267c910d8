import { describe, expect, it } from 'vitest';
import { groupWarnings } from './StepNotes.tsx';

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
