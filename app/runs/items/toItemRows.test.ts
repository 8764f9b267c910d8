import { describe, expect, it } from 'vitest';
import { BY_LABEL, manyRows, rowOf } from './testing.ts';
import { chooseRows, labelOf } from './toItemRows.ts';

const FAILED = {
  status: 'error' as const,
  output: null,
  error: { code: 'TIMEOUT_ERROR', message: 'Too slow', details: null },
};

describe('labelOf', () => {
  it('calls an item by its id or name, else by what it is', () => {
    expect(labelOf({ name: 'Ada', id: 7 })).toBe('7 · Ada');
    expect(labelOf({ customer: { id: 3, name: 'Grace' }, broken: true })).toBe('3 · Grace');
    expect(labelOf({ title: 'Report' })).toBe('Report');
    expect(labelOf('a@example.com')).toBe('a@example.com');
    expect(labelOf({ a: 1 })).toBe('{"a":1}');
    expect(labelOf(undefined)).toBe('');
  });
});

describe('chooseRows', () => {
  const rows = [rowOf(1), rowOf(2, FAILED), rowOf(3), rowOf(4, { ...FAILED, status: 'cancelled' })];
  const all = { filter: 'all', words: '', order: null } as const;
  const numbers = (choice: Parameters<typeof chooseRows>[1]) => chooseRows(rows, choice).map(({ number }) => number);

  it('filters by what came of them, and by words', () => {
    expect(numbers({ ...all, filter: 'failed' })).toEqual([2, 4]);
    expect(numbers({ ...all, words: 'too SLOW' })).toEqual([2, 4]);
    expect(numbers({ ...all, words: 'item 3' })).toEqual([3]);
    expect(numbers({ ...all, words: '"total":97' })).toEqual([3]);
  });

  it('finds an item by its number, and an error by what its cell says', () => {
    expect(numbers({ ...all, words: '3' })).toEqual([3]);
    const message = 'config.n: Division by zero.';
    const details = {
      type: 'expression',
      reason: 'Division by zero.',
      source: '{{ 6 / (item - 1) }}',
      start: 3,
      end: 16,
    };
    const failed = rowOf(9, { ...FAILED, error: { code: 'EXPRESSION_ERROR', message, details } });
    const find = (words: string) => chooseRows([...rows, failed], { ...all, words });
    expect(find('in `6 / (item - 1)`: division')).toEqual([failed]);
    expect(find('n: division')).toEqual([failed]);
  });

  it('sorts by any column, rows without a value last', () => {
    expect(numbers({ ...all, order: { column: 'length', isDescending: true } })).toEqual([4, 3, 2, 1]);
    expect(numbers({ ...all, order: { column: '.total', isDescending: false } })).toEqual([3, 1, 2, 4]);
    expect(numbers({ ...all, order: { column: '.total', isDescending: true } })).toEqual([1, 3, 2, 4]);
    expect(numbers({ ...all, order: { column: 'status', isDescending: false } })).toEqual([4, 2, 1, 3]);
  });

  it('sorts 20,000 rows', () => {
    const sorted = chooseRows(manyRows(20_000), BY_LABEL);
    expect(sorted).toHaveLength(20_000);
    expect([sorted[0], sorted.at(-1)]).toMatchObject([{ label: 'customer 0' }, { label: 'customer 9999' }]);
  });
});
