import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { runTest } from '../index.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { tellDifference } from './shortenAnswers.ts';

beforeAll(() => loadPatterns());

const FLOW = `tasks: [{ id: ask, type: basic, use: 'mcp:shop/ask', with: { n: '{{ workflow.input.n }}' } }]
outputs: { n: '{{ tasks.ask.output.n }}', at: 5 }
`;

async function playOn(given: string, text = FLOW): Promise<PlayedTest> {
  const { file, findings } = readTestFile(`tests: [{ name: a, ${given} }]`);
  const [own] = file.tests;
  if (own === undefined) throw new Error('There is a test');
  return (await runTest({ analysis: analyze('flow.yaml', text), test: own, findings })).played;
}

test.each([
  ['input: { n: 1 }, answers: { ask: { output: { n: 2 } } }', 'The output differs in the test: n was 1 and is 2.'],
  [
    'input: { n: 1 }, answers: { ask: { error: { code: NO, message: It is closed. } } }',
    'The run ends with success, and the test with NO: It is closed.',
  ],
  ['input: { n: 1 }', '“ask” would call mcp:shop/ask, and the test does not answer it.'],
])('what a test does otherwise is told: %s', async (given, told) => {
  const { events } = await playOn('input: { n: 1 }, answers: { ask: { output: { n: 1 } } }');
  expect(tellDifference(await playOn(given), events)).toContain(told);
});

test('what a person changed in the run is the cause, and not what earlier runs kept', async () => {
  const { events } = await playOn('input: { n: 1 }, answers: { ask: { output: { n: 1 } } }');
  const place = events.findIndex(({ type }) => type === 'task.succeeded');
  const before = events[place];
  if (before === undefined || !('activation' in before)) throw new Error('A task has succeeded');
  const edited = { ...before, type: 'value.edited', target: 'output', value: { n: 1 } } as RunEvent;
  const played = await playOn('input: { n: 1 }, answers: { ask: { output: { n: 2 } } }');
  expect(tellDifference(played, events.toSpliced(place + 1, 0, edited))).toBe(
    'The output differs in the test: n was 1 and is 2. A person changed the output of “ask” in the run; a test cannot.',
  );
});
