import { expect, test } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { readTestFile } from '../../../testFile/index.ts';
import { describeExpected, describeGiven } from './playTests.ts';

async function describe(text: string): Promise<readonly string[]> {
  await loadPatterns();
  const { tests } = readTestFile(text).file;
  return tests.flatMap((each) => [describeGiven(each), describeExpected(each)]);
}

test('says what a test gives and what it expects', async () => {
  const text = `tests:
  - name: all
    input: { city: Rome, days: 3, tags: [a] }
    answers: { get: { output: {} }, ask: { output: {} } }
    signals: [{ name: go, at: 1m }]
    expect:
      status: error
      path: { exactly: [get, ask, go, write, send] }
      never: [later]
      output: { n: 1 }
      within: 1h
  - { name: nothing }
  - { name: order, input: 7, expect: { path: [a, b], equals: 7, that: ["{{ output == 7 }}"] } }
`;
  expect(await describe(text)).toEqual([
    'city: Rome, days: 3, tags: ["a"], 2 answered tasks, 1 signal',
    'an error, only get → ask → … → send (5 tasks), never later, parts of the output, within 1h',
    '',
    'success',
    '7',
    'success, a → b, this output, 1 condition',
  ]);
});

test('cuts a long input', async () => {
  const [given] = await describe(`tests: [{ name: long, input: { text: ${'word '.repeat(80)} } }]\n`);
  expect(given).toHaveLength('text: '.length + 120 - 6 + 1);
  expect(given).toMatch(/word…$/);
});
