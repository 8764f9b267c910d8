import { describe, expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { diffValues } from './diffValues.ts';

/** A difference as text: its path, then a line for each value or line. */
function told(expected: Json | undefined, received: Json | undefined): readonly string[] {
  const diff = diffValues(expected, received);
  if (diff.kind === 'values') return [diff.path, diff.expected, diff.received];
  const signs = { same: ' ', removed: '-', added: '+' };
  return [
    diff.path,
    ...diff.lines.map((line) => (line.kind === 'skipped' ? `… ${line.count}` : `${signs[line.kind]} ${line.text}`)),
  ];
}

const list = (from: number): Json =>
  Array.from({ length: 2_000 }, (_, index) => ({ [`key ${from}`]: 'x'.repeat(600) + index }));

describe('values that differ', () => {
  test.each<[string, Json | undefined, Json | undefined, readonly string[]]>([
    ['short ones are on a line each', 'refund', 'other', ['', '"refund"', '"other"']],
    [
      'one place inside is shown alone',
      { a: { b: [1, 2] }, c: 'x' },
      { a: { b: [1, 3] }, c: 'x' },
      ['a.b.1', '2', '3'],
    ],
    ['a key that is not there', { a: 1, b: 2 }, { a: 1 }, ['b', '2', 'nothing']],
    ['a key that is too much', { a: 1 }, { a: 1, b: 2 }, ['b', 'nothing', '2']],
    ['nothing at all', 'x', undefined, ['', '"x"', 'nothing']],
    ['a text with lines, by its lines', 'a\nb\nc', 'a\nx\nc', ['', '  a', '- b', '+ x', '  c']],
    ['a text inside, by its lines', { t: 'a\nb' }, { t: 'a' }, ['t', '  a', '- b']],
    [
      'several places, by their lines with the first path',
      { id: 1, name: 'a name that is long enough', more: 'and more of it, until the line is full', city: 'Wien' },
      { id: 2, name: 'a name that is long enough', more: 'and more of it, until the line is full', city: 'Graz' },
      [
        'id',
        '  {',
        '-   "id": 1,',
        '+   "id": 2,',
        '    "name": "a name that is long enough",',
        '    "more": "and more of it, until the line is full",',
        '-   "city": "Wien"',
        '+   "city": "Graz"',
        '  }',
      ],
    ],
  ])('%s', (_, expected, received, lines) => {
    expect(told(expected, received)).toEqual(lines);
  });

  test('a long text is cut around the place at which it parts', () => {
    const [path, was, is] = told(`${'a'.repeat(5_000)}b${'c'.repeat(5_000)}`, `${'a'.repeat(5_000)}d`);
    expect(path).toBe('');
    expect(was).toMatch(/^…a{20}bc+…$/);
    expect(was?.length).toBeLessThan(200);
    expect(is).toBe(`…${'a'.repeat(20)}d"`);
  });

  test('what is shown is bounded, whatever the size', () => {
    const lines = told(list(1), list(2));
    expect(lines.length).toBeLessThan(205);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(510);
    expect(lines.at(-1)).toMatch(/^… \d+$/);
  });
});
