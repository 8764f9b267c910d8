import { expect, test } from 'vitest';
import { formatValuePath, previewValue, toTextChange } from './toTextChange.ts';

/** Parts as text: `[-removed-]` and `{+added+}`. */
function textOf(older: string, newer: string): string {
  return toTextChange(older, newer)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');
}

test('a change in a long text has a little of what is around it', () => {
  const older = `${'a'.repeat(100)}old${'z'.repeat(100)}`;
  const [begin, end] = ['a'.repeat(40), 'z'.repeat(40)];
  expect(textOf(older, older.replace('old', 'new'))).toBe(`…${begin}[-old-]{+new+}${end}…`);
  expect(textOf('one', 'one more')).toBe('one{+ more+}');
});

function letter(kind: string): string {
  return `Dear ${kind} customer, ${'we are glad. '.repeat(20)}Yours, the ${kind} shop`;
}

test('each place of a text that changed is shown, and what is the same between two of them is cut', () => {
  expect(textOf(letter('small'), letter('large'))).toBe(
    'Dear [-small-]{+large+} customer, we are glad. we are glad. we … we are glad. we are glad. Yours, the [-small-]{+large+} shop',
  );
});

test('texts that share little are shown one after the other, and long ones are not compared by words', () => {
  expect(textOf('The parcel came in the rain.', 'A clerk was at the counter!')).toBe(
    '[-The parcel came in the rain.-]{+A clerk was at the counter!+}',
  );
  const long = 'word '.repeat(5_000);
  expect(toTextChange(`x ${long}x`, `y ${long}y`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('what changed is cut where it is long', () => {
  const [removed, added] = toTextChange('x'.repeat(5000), 'y');
  expect(removed?.text).toHaveLength(401);
  expect(added?.text).toBe('y');
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
