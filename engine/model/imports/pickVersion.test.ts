import { expect, test } from 'vitest';
import { pickVersion } from './pickVersion.ts';

const VERSIONS = [
  '0.2.0',
  '0.2.9',
  '0.3.0',
  '1.0.0',
  '1.2.0',
  '1.2.7',
  '1.10.0',
  '2.0.0-beta.2',
  '2.0.0',
  '3.0.0-rc.1',
  'latest',
];

test.each([
  [null, '2.0.0'],
  ['1.2.0', '1.2.0'],
  ['=1.2.0', '1.2.0'],
  ['latest', 'latest'],
  ['3.0.0-rc.1', '3.0.0-rc.1'],
  ['1', '1.10.0'],
  ['1.x', '1.10.0'],
  ['1.2', '1.2.7'],
  ['1.2.*', '1.2.7'],
  ['*', '2.0.0'],
  ['^1.2', '1.10.0'],
  ['^0.2.1', '0.2.9'],
  ['^0', '0.3.0'],
  ['~1.2.1', '1.2.7'],
  ['~1', '1.10.0'],
  ['>1.2', '2.0.0'],
  ['>=1.2 <2', '1.10.0'],
  ['>= 1.2 < 1.10', '1.2.7'],
  ['<=1.2', '1.2.7'],
  ['<1.2', '1.0.0'],
  ['1.0 - 1.2', '1.2.7'],
  ['0.2 || 1.0', '1.0.0'],
  ['^2.0.0-beta.1', '2.0.0'],
  ['>=3.0.0-beta <3.0.0', '3.0.0-rc.1'],
  ['^3', null],
  ['~2.1', null],
  ['<0.1', null],
  ['newest', null],
  ['1.2.3.4', null],
  ['>', null],
  ['', '2.0.0'],
])('%s means %s', (wanted, expected) => {
  expect(pickVersion(VERSIONS, wanted)).toBe(expected);
});

test('a pre-release is taken where there is nothing else, other texts by their letters', () => {
  expect(pickVersion(['1.0.0-alpha', '1.0.0-alpha.2', '1.0.0-alpha.10', '1.0.0-2', 'stable'], null)).toBe(
    '1.0.0-alpha.10',
  );
  expect(pickVersion(['edge', 'stable'], null)).toBe('stable');
  expect(pickVersion([], null)).toBeNull();
});
