import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { checkAnalysis } from '../../check/index.ts';
import { analyze } from '../../graph/index.ts';
import { checkTests, readTestFile } from '../../testFile/index.ts';
import { numRuns } from '../../testing/index.ts';
import { Coverage } from '../cover/Coverage.ts';
import { playTest } from '../play/playTest.ts';
import { ORDERS } from '../testing.ts';
import { listMutants } from './listMutants.ts';
import { type Mutated, runMutants, scoreOf } from './runMutants.ts';
import { makeTestedFlow } from './testing.ts';

beforeAll(() => loadPatterns());

function read(text: string, tests: string): Mutated {
  const analysis = analyze('flow.yaml', text);
  const { file, findings } = readTestFile(tests);
  checkTests(file, analysis, findings);
  const errors = checkAnalysis(analysis).filter(({ severity }) => severity === 'error');
  const wrong = [...findings.all, ...errors].map(({ message }) => message);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return {
    analysis,
    tests: file.tests.map((each) => ({ test: each, findings })),
    analyze: (changed) => analyze('flow.yaml', changed),
  };
}

/** Lines of a text that another one has otherwise. */
function changedLines(before: string, after: string): readonly string[] {
  const lines = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !lines.has(line));
}

test('each change is the smallest edit of the text, and says what and where it is', () => {
  const text = `tasks:
  - id: a # the first
    type: decision
    config:
      condition: '{{ input.n > 1 }}' # more than one
      routes: { 'true': b, 'false': { next: c } }
  - { id: b, type: basic, retry: { attempts: 2, backoff: fixed, interval: 1s }, on_success: { next: d } }
  - { id: c, type: basic, on_success: { next: d } }
  - { id: d, type: basic, join: all }
`;
  const mutants = listMutants(analyze('flow.yaml', text));
  expect(mutants.map(({ what, at, text: changed }) => [at.line, what, ...changedLines(text, changed)])).toEqual([
    [5, 'the condition of “a” is flipped', '      condition: "{{ !(input.n > 1) }}" # more than one'],
    [6, '“a” leads to “c” where it led to “b”, and the reverse', "      routes: { 'true': c, 'false': { next: b } }"],
    [
      7,
      'retries of “b” are 1, not 2',
      '  - { id: b, type: basic, retry: { attempts: 1, backoff: fixed, interval: 1s }, on_success: { next: d } }',
    ],
    [
      7,
      'retries of “b” are 3, not 2',
      '  - { id: b, type: basic, retry: { attempts: 3, backoff: fixed, interval: 1s }, on_success: { next: d } }',
    ],
    [
      7,
      'on_success of “b” is removed',
      '  - { id: b, type: basic, retry: { attempts: 2, backoff: fixed, interval: 1s } }',
    ],
    [8, 'on_success of “c” is removed', '  - { id: c, type: basic }'],
    [9, '“d” waits for nothing else', '  - { id: d, type: basic }'],
  ]);
});

test('a change that no test notices survives, with its line and why', async () => {
  const works =
    'tests: [{ name: works, answers: { fetch: { output: { body: [] } } }, expect: { path: [fetch, count] } }]';
  const { survivors } = await runMutants(read(ORDERS, works));
  expect(survivors.map(({ what, at, why }) => [at.line, what, why.split(':')[0]])).toEqual([
    [6, 'retries of “fetch” are 0, not 1', 'All runs of the tests are the same with it'],
    [6, 'retries of “fetch” are 2, not 1', 'All runs of the tests are the same with it'],
    [8, 'on_error of “fetch” is removed', 'All runs of the tests are the same with it'],
  ]);
  const vague = `tests:
  - { name: fails, answers: { fetch: { error: { code: HTTP_ERROR } } }, expect: { path: [fetch, sorry] } }
`;
  const report = await runMutants(read(ORDERS, vague));
  expect(report.survivors.find(({ kind }) => kind === 'retry')?.why).toBe(
    'The run of “fails” differs with it. Add to its expect: tasks: {fetch: {calls: 2}}',
  );
  expect(scoreOf(report)).toBeLessThan(100);
});

test('runs of one way differ in what tasks got and gave, and the advice is a line to expect it', async () => {
  const text = `tasks:
  - id: ask
    type: decision
    config: { condition: '{{ workflow.input.n > 1 }}', routes: { 'true': { next: pay, with: { sum: 1 } }, 'false': { next: pay, with: { sum: 2 } } } }
  - { id: pay, type: basic }
`;
  const { survivors } = await runMutants(read(text, 'tests: [{ name: pays, input: { n: 2 } }]'));
  expect(survivors.find(({ kind }) => kind === 'condition')?.why).toBe(
    'The run of “pays” differs with it. Add to its expect: tasks: {ask: {output: {value: true, route: "true"}}}',
  );
});

test('a handler that leads where list order leads is no change', async () => {
  const text = `tasks:
  - id: s
    type: composite
    tasks:
      - { id: a, type: basic, on_success: { next: b } }
      - { id: b, type: basic }
`;
  expect(await runMutants(read(text, 'tests: [{ name: a }]'))).toEqual({ mutants: 0, found: 0, survivors: [] });
  expect(scoreOf({ mutants: 0, found: 0 })).toBe(100);
});

/** `npm run test:long`: ten workflows, with 300 changes. */
const IS_LONG = numRuns(1) > 1;

test('tests that come to every edge notice 90 % of the changes of a workflow', {
  timeout: numRuns(120_000),
}, async () => {
  let mutants = 0;
  const survivors: string[] = [];
  for (let seed = 0; seed < (IS_LONG ? 10 : 2); seed += 1) {
    const { text, tests } = makeTestedFlow(seed);
    const mutated = read(text, tests);
    const coverage = new Coverage(mutated.analysis);
    for (const each of mutated.tests) coverage.add(await playTest(mutated.analysis, each.test));
    const missing = coverage.list().filter(({ kind, count }) => kind === 'edge' && count === 0);
    expect(missing, text).toEqual([]);
    const report = await runMutants(mutated);
    mutants += report.mutants;
    survivors.push(...report.survivors.map(({ at, what, why }) => `${seed}:${at.line} ${what}. ${why}`));
  }
  if (IS_LONG) console.log(`${mutants} changes, ${survivors.length} not noticed\n${survivors.join('\n')}`);
  expect(mutants).toBeGreaterThanOrEqual(IS_LONG ? 300 : 50);
  expect(survivors.length / mutants, survivors.join('\n')).toBeLessThanOrEqual(0.1);
});
