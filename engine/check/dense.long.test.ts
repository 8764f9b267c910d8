import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { ratioToFloor } from '../testing/timing.ts';
import { countCodes, DENSE, textOf } from './testing.ts';

/** How many times as long as reading the text, which grows with its length: ten times what the slowest takes. Without bounds these take minutes. */
const MOST = 250;

test.each([
  ['46,225 lines between 215 tasks', DENSE.everyLine, { CYCLE_WITHOUT_EXIT: 1 }],
  ['22,500 lines anywhere between 1,500 tasks', DENSE.anyLine, {}],
  ['45,000 targets that are not there', DENSE.missingTarget, { UNKNOWN_TARGET: 45_000 }],
  ['a near name for each of 6,000 targets among 6,000 tasks', DENSE.nearName, { UNKNOWN_TARGET: 6_000 }],
  ['3,500 tasks that use what is not among 5,000 agents', DENSE.nearAgent, { UNKNOWN_AGENT: 2_000 }],
  ['10,000 tasks with handlers', DENSE.handler, {}],
  ['a quarter of a million keys and values', DENSE.row, {}],
])('%s are checked in time', { timeout: 300_000 }, async (_, { most, make }, codes) => {
  const text = make(most);
  expect(countCodes(text)).toMatchObject(codes);
  const ratio = await ratioToFloor(
    () => countCodes(text),
    () => analyze('w.yaml', text),
    2,
  );
  expect(ratio).toBeLessThan(MOST);
});

test('ten times the tasks take little more than ten times as long', async () => {
  const [few, many] = [textOf(150), textOf(1_500)];
  const ratio = await ratioToFloor(
    () => countCodes(many),
    () => countCodes(few),
    6,
  );
  expect(ratio).toBeLessThan(40);
});

test('as much as the limits let through is read in a time that grows with its length', async () => {
  for (const { most, make } of [DENSE.handler, DENSE.row]) {
    const [few, many] = [make(most / 10), make(most)];
    const ratio = await ratioToFloor(
      () => analyze('w.yaml', many),
      () => analyze('w.yaml', few),
      3,
    );
    expect(ratio).toBeLessThan(40);
  }
});
