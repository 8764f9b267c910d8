import { describe, expect, test } from 'vitest';
import { readTestFile } from '../testFile/index.ts';
import { applyEdits } from '../text/index.ts';
import { applyFix, diagnose, findingsIn } from './testing.ts';

const TEXTS = [
  ['a whole text', 'tasks:\n\t- id: a\n\t  type: basic\n', 'tasks:\n  - id: a\n    type: basic\n'],
  ['one line among others', 'tasks:\n  - id: a\n\ttype: basic\n', 'tasks:\n  - id: a\n    type: basic\n'],
  [
    'a line that is deeper',
    'tasks:\n  - id: a\n    type: map\n    config:\n\t  mapping: 1\n',
    'tasks:\n  - id: a\n    type: map\n    config:\n      mapping: 1\n',
  ],
  ['tabs of four', 'tasks:\n    - id: a\n\t  type: map\n', 'tasks:\n    - id: a\n      type: map\n'],
  ['a tab behind a dash', 'tasks:\n  -\tid: a\n  \ttype: map\n', 'tasks:\n  - id: a\n    type: map\n'],
] as const;

describe('a line that is indented with a tab is told as that', () => {
  test.each(TEXTS)('in %s, and its fix makes the text readable', (_, text, fixed) => {
    expect(new Set(diagnose(text).map(({ code }) => code))).toEqual(new Set(['TAB_INDENT']));
    expect(applyFix(text, 'TAB_INDENT')).toBe(fixed);
  });

  test('in a block of text that a tab ends', () => {
    expect(findingsIn('env:\n  A: |\n    x\n\ty\n')).toEqual(['TAB_INDENT \t']);
  });

  test('once for each line, beside what else is wrong', () => {
    const text = 'tasks:\n  - id: a\n\ttype: basic\n\tuse: x: y\nname: "open\n';
    const codes = diagnose(text).map(({ code }) => code);
    expect(codes.filter((code) => code === 'TAB_INDENT')).toHaveLength(2);
    expect(codes).toContain('SYNTAX_ERROR');
  });

  test('and not where it is no indent', () => {
    expect(findingsIn('name: "a\tb"\ntasks: [{ id: a, type: basic }')).not.toContain('TAB_INDENT');
    expect(diagnose('env:\n  A: |\n    x\n    \ty\ntasks: []\n').map(({ code }) => code)).toEqual(['NO_TASKS']);
  });
});

test('a test file says the same', () => {
  const text = 'tests:\n  - name: a\n\tinput: {}\n';
  const [found] = readTestFile(text).findings.all;
  expect(found?.code).toBe('TAB_INDENT');
  expect(found?.message).toBe(diagnose('tasks:\n  - id: a\n\ttype: basic\n')[0]?.message);
  expect(applyEdits(text, found?.fixes?.[0]?.edits ?? [])).toBe('tests:\n  - name: a\n    input: {}\n');
});
