import { expect, test } from 'vitest';
import { toFieldErrors } from './toFieldErrors.ts';
import { toFields } from './toFields.ts';

const FIELDS = toFields({ properties: { who: { type: 'string' }, 'a/b': { type: 'array' }, count: {} } }) ?? [];

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
    ['/who', 'A value is required'],
    ['/a~1b', '0 must be text, not a number'],
    ['/count', 'Must be at least 1'],
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

test('problems inside of maps and lists are shown at the innermost field', () => {
  const address = { type: 'object', properties: { city: { type: 'string' } } };
  const fields = toFields({ properties: { to: address, all: { type: 'array', items: address } } }) ?? [];
  const problems = [
    { path: '/to', message: 'is missing "city"' },
    { path: '/all/2/city', message: 'must not be empty' },
    { path: '/all', message: 'must have at most 2 items' },
    { path: '/all/0/zip', message: 'is not expected here' },
  ];
  expect([...toFieldErrors(problems, fields).fields]).toEqual([
    ['/to/city', 'A value is required'],
    ['/all/2/city', 'Must not be empty'],
    ['/all', 'Must have at most 2 items'],
    ['/all/0', 'Zip is not expected here'],
  ]);
});
