import { expect, test } from 'vitest';
import { checkFile, type Files } from './index.ts';

const CALLING = 'tasks:\n  - id: a\n    type: basic\n    use: core:workflow\n    with: { file: other.yaml }\n';
const codesIn = (files: Files, path: string): readonly string[] => checkFile(files, path).map(({ code }) => code);

test('sees the files around a file, and its tests', () => {
  const other = 'tasks:\n  - id: b\n    type: basic\n';
  expect(codesIn(new Map([['a.yaml', CALLING]]), 'a.yaml')).toContain('MISSING_WORKFLOW');
  expect(
    codesIn(
      new Map([
        ['a.yaml', CALLING],
        ['other.yaml', other],
      ]),
      'a.yaml',
    ),
  ).not.toContain('MISSING_WORKFLOW');
  const tests = 'tests:\n  - name: one\n    expect: { path: [nobody] }\n';
  expect(
    codesIn(
      new Map([
        ['a.yaml', CALLING],
        ['a.test.yaml', tests],
      ]),
      'a.test.yaml',
    ),
  ).toContain('TEST_TASK');
});

test('is nothing for what is no workflow, or is not there', () => {
  const files = new Map([
    ['a.cases.yaml', '- {x: 1}\n'],
    ['note.md', '# Note\n'],
  ]);
  for (const path of [...files.keys(), 'nowhere.yaml']) expect(codesIn(files, path)).toEqual([]);
});

test('answers the same list for the same texts', () => {
  const files = new Map([['a.yaml', CALLING]]);
  expect(checkFile(files, 'a.yaml')).toBe(checkFile(files, 'a.yaml'));
  expect(checkFile(new Map(files), 'a.yaml')).toEqual(checkFile(files, 'a.yaml'));
});
