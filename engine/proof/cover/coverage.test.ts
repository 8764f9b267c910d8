import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { findSubjects } from '../findSubjects.ts';
import { runTest } from '../runTest.ts';
import { Coverage, type CoveredPart } from './Coverage.ts';

beforeAll(() => loadPatterns());

async function cover(flow: string, tests: string): Promise<readonly CoveredPart[]> {
  const analysis = analyze('flow.yaml', flow);
  const { subjects, errors } = findSubjects(readTestFile(tests), analysis, new Map());
  expect(errors).toEqual([]);
  const coverage = new Coverage(analysis);
  for (const subject of subjects) coverage.add((await runTest(subject)).played);
  return coverage.list();
}

/** `kind task name` of each part, with how often it was come to. */
const countsOf = (parts: readonly CoveredPart[], kind: CoveredPart['kind']) =>
  Object.fromEntries(
    parts.filter((part) => part.kind === kind).map(({ task, name, count }) => [`${task} ${name}`, count]),
  );

const ASKS = `
agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, model: gpt-4.1-mini }
    actions:
      - { id: sort, instructions: Sort it., output: { type: object, required: [topic] } }
tasks:
  - id: sort
    type: basic
    use: agent:clerk
    retry: { attempts: 1, backoff: fixed, interval: 1s }
    config: { timeout: 1m }
    on_error: { routes: { BUSY: later }, next: end }
  - { id: later, type: basic }
  - { id: add, type: map, config: { mapping: { n: '{{ 1 + 1 }}' } } }
`;

test('outcomes are success, the codes of the call and of routes, a timeout, a schema that is not met, and another try', async () => {
  const answers = [
    '[{ error: { code: RATE_LIMIT_ERROR } }, { output: { topic: a } }]',
    '{ error: { code: BUSY } }',
    '{ output: { topic: a }, after: 2m }',
    '{ error: { code: VALIDATION_ERROR } }',
    '{ error: { code: SOMETHING_ELSE } }',
  ];
  const tests = answers.map((answer, index) => `  - { name: t${index}, answers: { sort: ${answer} } }\n`);
  const parts = await cover(ASKS, `tests:\n${tests.join('')}`);
  expect(countsOf(parts, 'outcome')).toMatchObject({
    'sort success': 1,
    'sort COMMUNICATION_ERROR': 0,
    'sort RATE_LIMIT_ERROR': 1,
    'sort AUTHENTICATION_ERROR': 0,
    'sort AUTHORIZATION_ERROR': 0,
    'sort LIMIT_ERROR': 0,
    // What has no code of its own counts for what nothing fits better.
    'sort PROVIDER_ERROR': 2,
    'sort BUSY': 2,
    'sort timeout': 2,
    'sort validation': 1,
    'sort retry': 4,
    'later success': 1,
  });
  expect(Object.keys(countsOf(parts, 'outcome')).filter((name) => name.startsWith('later'))).toEqual(['later success']);
});

const CHOOSES = `
outputs: { word: "{{ tasks.b.output.size ?? 'none' }}" }
tasks:
  - id: a
    type: basic
    with:
      size: "{{ input.n > 3 ? 'large' : 'small' }}"
      both: "{{ input.n > 1 && input.n < 9 }}"
      any: "{{ input.n < 0 || input.n > 100 }}"
      each: "{{ input.list | map((x) => x > 1 ? x : 0) }}"
  - { id: b, type: basic, with: { size: "{{ input.n > 3 ? 'large' : 'small' }}" } }
  - { id: c, type: decision, config: { condition: "input.gone ?? input.n == 5", default: { next: end } } }
  - { id: d, type: basic, disabled: true, with: { x: "{{ input.n ? 1 : 2 }}" } }
`;

test('branches of expressions are counted both ways, also in an arrow function, and for each place by itself', async () => {
  const flow = CHOOSES.replace('  - { id: b', '    on_success: { next: b }\n  - { id: b').replace(
    '" } }\n  - { id: c',
    '" }, on_success: { next: c } }\n  - { id: c',
  );
  const parts = await cover(flow, 'tests:\n  - { name: small, input: { n: 2, list: [1, 2, 3] } }\n');
  expect(countsOf(parts, 'branch')).toEqual({
    ' tasks.b.output.size is there': 1,
    ' tasks.b.output.size is missing': 0,
    'a input.n > 3 is true': 0,
    'a input.n > 3 is false': 1,
    'a input.n > 1 is true': 1,
    'a input.n > 1 is false': 0,
    'a input.n < 0 is true': 0,
    'a input.n < 0 is false': 1,
    'a x > 1 is true': 2,
    'a x > 1 is false': 1,
    'b input.n > 3 is true': 0,
    'b input.n > 3 is false': 1,
    'c input.gone is there': 0,
    'c input.gone is missing': 1,
  });
  const found = parts.find(({ task, name }) => task === 'a' && name === 'x > 1 is true');
  const line = flow.split('\n')[(found?.at.line ?? 0) - 1] ?? '';
  expect(line.slice((found?.at.column ?? 0) - 1)).toMatch(/^x > 1 \? x/);
});

test('what a run does in thousands of evaluations is counted as in the first few', async () => {
  const flow = `tasks:\n  - { id: a, type: map, config: { mapping: { all: "{{ input.list | map((x) => x % 2 == 0 ? x : x ?? 1) }}" } } }\n`;
  const list = JSON.stringify(Array.from({ length: 500 }, (_, index) => index));
  const parts = await cover(flow, `tests:\n  - { name: many, input: { list: ${list} } }\n`);
  expect(countsOf(parts, 'branch')).toEqual({
    'a x % 2 == 0 is true': 250,
    'a x % 2 == 0 is false': 250,
    'a x is there': 250,
    'a x is missing': 0,
  });
});
