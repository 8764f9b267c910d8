import { expect, test } from 'vitest';
import { propertiesAt, TASK_TYPES } from '#engine/model';
import { essentialsOf } from './taskParts.tsx';

test.each(TASK_TYPES)('what the form of a %s begins with are settings that it has, each once', (type) => {
  for (const written of [[], ['signal']]) {
    const essentials = essentialsOf(type, written);
    const known = propertiesAt(['tasks', 0, 'config'], new Map([['tasks', [new Map([['type', type]])]]]));
    expect(new Set(essentials).size).toBe(essentials.length);
    expect(essentials.filter((key) => known.every((property) => property.key !== key))).toEqual([]);
  }
});

test('a wait for an answer asks for the signal first, any other for the time', () => {
  expect(essentialsOf('wait', ['signal', 'timeout'])[0]).toBe('signal');
  expect(essentialsOf('wait', ['timeout'])[0]).toBe('timeout');
});
