import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { textOfTask } from './CompareDetails.tsx';

test('the text of a task, wherever it is', () => {
  const text =
    'tasks:\n  - id: box\n    type: composite\n    tasks:\n      - id: one\n        type: map\n\n  - {id: two}\n';
  const analysis = analyze('a.yaml', text);
  expect(textOfTask(analysis, 'one')).toBe('id: one\ntype: map');
  expect(textOfTask(analysis, 'two')).toBe('{id: two}');
  expect(textOfTask(analysis, 'three')).toBeNull();
});
