import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { foldingRanges } from './foldingRanges.ts';

/** What folds: `1-4`, and `c1-4` for comments. */
function fold(text: string): string[] {
  return foldingRanges(analyze('w.yaml', text)).map(
    ({ startLine, endLine, kind }) => `${kind === 'comment' ? 'c' : ''}${startLine}-${endLine}`,
  );
}

describe('what folds', () => {
  it.each([
    [
      'sections, tasks and maps',
      'tasks:\n  - id: a\n    with:\n      x: 1\n  - id: b\n    type: map\n\nenv:\n  A: 1\n',
      ['1-6', '2-4', '3-4', '5-6', '8-9'],
    ],
    ['lists that are at the column of their key', 'tasks:\n- id: a\n  type: map\n- id: b\nenv: {}\n', ['1-4', '2-3']],
    ['an item whose first key holds a map', '- config:\n    a: 1\n  b: 2\n', ['1-3']],
    ['block scalars, whatever they hold', 'a: |\n  key: x\n\n  # no comment\nb: 1\n', ['1-4']],
    ['collections in brackets over lines', 'a: {\n  b: 1,\n  c: 2\n}\nd: [1,\n  2]\n', ['1-4', '5-6']],
    [
      'comments of several lines, with the block under a key',
      '# one\n# two\na:\n  b: 1\n  # inside\n\n# alone\nc: 1\n',
      ['c1-2', '3-4'],
    ],
    [
      'nested containers',
      'tasks:\n  - id: a\n    tasks:\n      - id: b\n        with:\n          x: 1\n',
      ['1-6', '2-6', '3-6', '4-6', '5-6'],
    ],
    ['nothing of single lines', 'a: 1\nb: 2', []],
    ['text that cannot be parsed', 'tasks:\n  - id: [\n    type: {\n  - id: b\n    x: 1\n', ['1-5', '2-3', '4-5']],
    ['CRLF', 'a:\r\n  b: 1\r\n  c: 2\r\n', ['1-3']],
  ])('%s', (_what, text, expected) => {
    expect(fold(text)).toEqual(expected);
  });
});

const task = (id: number): string =>
  `  - id: t${id}\n    type: basic\n    with:\n      a: "{{ x }}"\n      b: |\n        text\n        more\n    on_success:\n      next: t${id + 1}\n`;

it('reads a thousand tasks within moments', () => {
  const analysis = analyze('w.yaml', `tasks:\n${Array.from({ length: 1000 }, (_, id) => task(id)).join('')}`);
  expect(foldingRanges(analysis)).toHaveLength(4001);
});
