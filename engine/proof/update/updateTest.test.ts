import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { checkTests, readTestFile } from '../../testFile/index.ts';
import { runTest } from '../runTest.ts';
import { updateTest } from './updateTest.ts';

beforeAll(() => loadPatterns());

const FLOW = `tasks:
  - id: ask
    type: decision
    config: { condition: '{{ workflow.input.n > 1 }}', routes: { 'true': many, 'false': few } }
  - { id: many, type: basic, with: { n: '{{ workflow.input.n }}', list: [1, 2], said: { a: 1, b: 2 } }, on_success: { next: end } }
  - { id: few, type: basic, with: { n: 0 } }
  - { id: end, type: basic }
outputs: { n: '{{ tasks.many.output.n ?? 0 }}', said: '{{ tasks.many.output.said ?? null }}' }
`;

/** Plays the only test of a file. */
async function play(source: string) {
  const { file, findings } = readTestFile(source);
  const analysis = analyze('flow.yaml', FLOW);
  checkTests(file, analysis, findings);
  const [subject] = file.tests;
  if (subject === undefined || findings.all.length > 0)
    throw new Error(findings.all.map(({ message }) => message).join());
  return { analysis, subject, ...(await runTest({ analysis, test: subject, findings })) };
}

/** The text of a file whose only test was updated, and whether it then passes. */
async function update(text: string) {
  const { analysis, subject, played } = await play(text);
  const updated = updateTest({ analysis, test: subject, played, text });
  if (!updated.ok) throw new Error(updated.error.message);
  const { verdict } = await play(updated.value.text);
  return { ...updated.value, passes: verdict.passed };
}

test('only what was not met becomes what came, and all else stays as it is written', async () => {
  const text = `tests:
  - name: many # kept
    input: { n: 3 }
    expect:
      # kept, too
      path: [ask, few]
      never: [many, few]
      tasks:
        many: { attempts: 2, with: { n: 4, list: [1, 3], said: { a: 1 } } } # the whole
        few: { attempts: 1 }
      output: { n: "{{ value < 2 }}", said: { b: 2 } }
`;
  expect(await update(text)).toEqual({
    passes: true,
    left: 0,
    text: `tests:
  - name: many # kept
    input: { n: 3 }
    expect:
      # kept, too
      path: [ask, many, end]
      never: [few]
      tasks:
        many: { attempts: 1, with: { n: 3, list: [1, 2], said: { a: 1 } } } # the whole
      output: { n: 3, said: { b: 2 } }
`,
  });
});

test('what is expected to be all of it gets what came besides, and loses what did not', async () => {
  const text = `tests:
  - name: many
    input: { n: 3 }
    expect:
      tasks: { many: { use: other, with: { exactly: { n: "{{ value > 1 }}", gone: 1, said: { a: 1 } } } } }
`;
  expect(await update(text)).toEqual({
    passes: true,
    left: 0,
    text: `tests:
  - name: many
    input: { n: 3 }
    expect:
      tasks: { many: { with: { exactly: { n: "{{ value > 1 }}", said: { a: 1, b: 2 }, list: [1, 2] } } } }
`,
  });
});

test.each([
  ['status: error', 'status: success'],
  ['equals: { n: 1, gone: 2 }', 'equals: { n: 3, said: {a: 1, b: 2} }'],
  ['output: { said: [1] }', 'output: { said: {a: 1, b: 2} }'],
])('%s', async (before, after) => {
  const head = 'tests:\n  - name: a\n    input: { n: 3 }\n    expect: { ';
  expect(await update(`${head}${before} }\n`)).toEqual({ text: `${head}${after} }\n`, left: 0, passes: true });
});

test('an expression under that stays, for nobody knows which other one is meant', async () => {
  const text = 'tests: [{ name: a, input: { n: 3 }, expect: { that: ["{{ output.n == 1 }}"], output: { n: 1 } } }]\n';
  expect(await update(text)).toEqual({ text: text.replace('{ n: 1 }', '{ n: 3 }'), left: 1, passes: false });
});

test('a run that was stopped before its end changes nothing', async () => {
  const text = 'tests: [{ name: a, input: { n: 3 }, expect: { status: error } }]\n';
  const { file } = readTestFile(text);
  const analysis = analyze('flow.yaml', FLOW);
  const [subject] = file.tests;
  if (subject === undefined) throw new Error('There is no test.');
  const { played } = await runTest({ analysis, test: subject, findings: readTestFile(text).findings });
  const stop = { code: 'STUCK', message: '', task: null } as const;
  expect(updateTest({ analysis, test: subject, played: { ...played, stop }, text })).toEqual({
    ok: true,
    value: { text, left: 1 },
  });
});

test('so do counts, rounds and an exact path', async () => {
  const text = `tests:
  - name: many
    input: { n: 3 }
    expect:
      path: { exactly: [ask, few] }
      tasks: { many: { times: 2, calls: 1, rounds: [{ with: { n: 4 } }] }, few: { times: { at_least: 1 } } }
      calls: [{ use: "core:http", times: 1 }]
`;
  expect(await update(text)).toEqual({
    passes: true,
    left: 0,
    text: `tests:
  - name: many
    input: { n: 3 }
    expect:
      path: { exactly: [ask, many, end] }
      tasks: { many: { times: 1, calls: 0, rounds: [{ with: { n: 3 } }] }, few: { times: 0 } }
      calls: [{ use: "core:http", times: 0 }]
`,
  });
});
