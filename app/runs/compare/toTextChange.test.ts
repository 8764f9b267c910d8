import { expect, test } from 'vitest';
import { formatValuePath, previewValue, toTextChange } from './toTextChange.ts';

test('a change in a long text has a little of what is around it', () => {
  const older = `${'a'.repeat(100)}old${'z'.repeat(100)}`;
  expect(toTextChange(older, older.replace('old', 'new'))).toEqual({
    before: `…${'a'.repeat(40)}`,
    removed: 'old',
    added: 'new',
    after: `${'z'.repeat(40)}…`,
  });
  expect(toTextChange('one', 'one more')).toEqual({ before: 'one', removed: '', added: ' more', after: '' });
});

test('what changed is cut where it is long', () => {
  const { removed, added } = toTextChange('x'.repeat(5000), 'y');
  expect(removed).toHaveLength(401);
  expect(added).toBe('y');
});

test('paths are written as expressions write them', () => {
  expect(formatValuePath([])).toBe('');
  expect(formatValuePath(['items', 0, 'odd key'])).toBe(".items[0]['odd key']");
});

test('small values are written out, others by their size', () => {
  expect(previewValue({ a: 1, b: 'x' })).toBe('{"a":1,"b":"x"}');
  expect(previewValue([1, 2, 3, 4, 5])).toBe('5 items');
  expect(previewValue({ a: { b: 1 } })).toBe('{ a }');
  expect(previewValue(null)).toBe('null');
});
