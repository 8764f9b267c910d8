import { expect, test } from 'vitest';
import { countCodes, DENSE } from './testing.ts';

test('2,025 lines between 45 tasks', () => {
  const found = countCodes(DENSE.everyLine.make(2_025));
  expect(found['CYCLE_WITHOUT_EXIT']).toBe(1);
  expect(found['DIAMOND_WITHOUT_JOIN']).toBeGreaterThan(40);
});

test('1,500 lines anywhere between 100 tasks', () => {
  expect(countCodes(DENSE.anyLine.make(1_500))['DIAMOND_WITHOUT_JOIN']).toBeGreaterThan(0);
});

test('3,000 targets that are not there', () => {
  expect(countCodes(DENSE.missingTarget.make(3_000))).toEqual({ UNKNOWN_TARGET: 3_000 });
});

test('a near name for each of 200 targets among 200 tasks', () => {
  expect(countCodes(DENSE.nearName.make(200))['UNKNOWN_TARGET']).toBe(200);
});

test('2,100 tasks that use what is not among 100 agents', () => {
  // Of packages that are looked for beside them only the first 2,000 are reported.
  expect(countCodes(DENSE.nearAgent.make(2_100, 100))['UNKNOWN_AGENT']).toBe(2_000);
});

test('500 tasks with handlers have no errors, nor has a list of 2,000 rows', () => {
  expect(countCodes(DENSE.handler.make(500))).toEqual({});
  expect(countCodes(DENSE.row.make(2_000))).toEqual({});
});
