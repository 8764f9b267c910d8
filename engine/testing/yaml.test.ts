import { expect, test } from 'vitest';
import { yaml } from './yaml.ts';

test('strips the common indent and ends with a line break', () => {
  expect(yaml`
    tasks:
      - id: a

    # note
  `).toBe('tasks:\n  - id: a\n\n# note\n');
});

test('keeps backslashes and inserts values as they are', () => {
  const id = 'load';
  expect(yaml`
    a: "x\n\{{"
    id: ${id}
  `).toBe('a: "x\\n\\{{"\nid: load\n');
});
