import { expect, test } from 'vitest';
import type { KeepConfig } from '../../../serveConfig/index.ts';
import { type EndedRow, planPrune } from './Keeper.ts';

const DAY = 24 * 3600_000;
const NOW = 1_000 * DAY;

const ALL: KeepConfig = { runs: null, days: null, bytes: null, archive: null, rules: [] };

/** Runs by their ids, the newest first; each has ended so many days ago. */
function rows(...given: readonly (readonly [id: string, days: number, of?: Partial<EndedRow>])[]): readonly EndedRow[] {
  return given.map(([id, days, of], index) => ({
    id,
    workflow: 'a',
    status: 'success',
    endedAt: NOW - days * DAY,
    number: 100 - index,
    ...of,
  }));
}

function plan(given: readonly EndedRow[], keep: Partial<KeepConfig>, size = 10): readonly string[] {
  return planPrune(given, { ...ALL, ...keep }, { now: NOW, sizeOf: () => size });
}

const FIVE = rows(['e', 1], ['d', 2], ['c', 3], ['b', 40], ['a', 50]);

test('the newest are kept, and those that have ended lately; what goes is the oldest first', () => {
  expect(plan(FIVE, {})).toEqual([]);
  expect(plan(FIVE, { runs: 3 })).toEqual(['a', 'b']);
  expect(plan(FIVE, { days: 30 })).toEqual(['a', 'b']);
  expect(plan(FIVE, { runs: 1, days: 30 })).toEqual(['a', 'b', 'c', 'd']);
});

test('it is by their ends, not by their starts, that runs are old', () => {
  const [first, second] = rows(['late', 1, { number: 1 }], ['early', 2, { number: 2 }]);
  expect(
    plan(
      [second, first].flatMap((row) => row ?? []),
      { runs: 1 },
    ),
  ).toEqual(['early']);
});

test('what is kept is no larger together than is said', () => {
  expect(plan(FIVE, { bytes: 30 })).toEqual(['a', 'b']);
  expect(plan(FIVE, { bytes: 9 })).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(plan(FIVE, { runs: 3, bytes: 25 })).toEqual(['a', 'b', 'c']);
});

test('the first rule that fits a run goes before the rest, and counts its own alone', () => {
  const error = { status: 'error' } as const;
  const mixed = rows(
    ['f', 1],
    ['e', 2, error],
    ['d', 3],
    ['c', 400, error],
    ['b', 5, { workflow: 'reports/x' }],
    ['a', 6],
  );
  const rules = [
    { workflow: null, status: 'error', runs: null, days: 365 },
    { workflow: 'reports/*', status: null, runs: 1, days: null },
  ] as const;
  expect(plan(mixed, { runs: 1, rules })).toEqual(['c', 'a', 'd']);
});

test.each([
  ['reports/*', 'reports/day/x', true],
  ['reports/*', 'reportsx', false],
  ['*', 'a', true],
  ['a.b', 'axb', false],
  ['*/x', 'a/x', true],
  ['(', '(', true],
])('the rule of %s fits a run of %s: %s', (workflow, name, fits) => {
  const [one, two] = [rows(['n', 1, { workflow: name }]), rows(['o', 2, { workflow: name }])];
  const rules = [{ workflow, status: null, runs: 1, days: null }];
  expect(plan([...one, ...two], { rules })).toEqual(fits ? ['o'] : []);
});
