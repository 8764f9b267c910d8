import { expect, test } from 'vitest';
import { toFieldErrors } from './toFieldErrors.ts';
import { toInputFields } from './toInputFields.ts';

const FIELDS = toInputFields({ properties: { who: { type: 'string' }, 'a/b': { type: 'array' }, count: {} } }) ?? [];

test('problems are shown at their fields, the missing ones too', () => {
  const { fields, other } = toFieldErrors(
    [
      { path: '', message: 'is missing "who"' },
      { path: '/a~1b/0', message: 'must be text, not a number' },
      { path: '/count', message: 'must be at least 1' },
      { path: '/count', message: 'must be a whole number' },
    ],
    FIELDS,
  );
  expect([...fields]).toEqual([
    ['who', 'A value is required'],
    ['a/b', '0 must be text, not a number'],
    ['count', 'Must be at least 1'],
  ]);
  expect(other).toBeNull();
});

test('what belongs to no field is said once for all', () => {
  const problems = [
    { path: '', message: 'must be a map, not a list' },
    { path: '/gone', message: 'is not expected here' },
  ];
  expect(toFieldErrors(problems, FIELDS)).toEqual({
    fields: new Map(),
    other: 'The input must be a map, not a list. /gone is not expected here.',
  });
});
