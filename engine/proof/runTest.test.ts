import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { failuresOf, ORDERS, playAll } from './testing.ts';

beforeAll(() => loadPatterns());

const live = async () =>
  ({ outcome: { ok: true, value: { body: [1, 2, 3] }, simulated: false, warnings: [] }, duration: 5 }) as const;

/** One test of {@link ORDERS}, whose request is answered with two orders. */
function expecting(expectations: string): string {
  return `tests: [{ name: a, answers: { fetch: { output: { status: 200, body: [1, 2] } } }, expect: { ${expectations} } }]`;
}

test.each([
  ['', []],
  ['status: error', ['STATUS']],
  ['path: [fetch, count]', []],
  ['path: [fetch, sorry]', ['PATH']],
  ['never: [sorry]', []],
  ['never: [count]', ['NEVER']],
  ['tasks: { fetch: { attempts: 1, with: { url: "{{ value | contains(\'orders\') }}" } } }', []],
  ['tasks: { fetch: { attempts: 2, with: { url: x }, output: { status: 404 } } }', ['ATTEMPTS', 'WITH', 'TASK_OUTPUT']],
  ['tasks: { sorry: {} }', ['PATH']],
  ['output: { n: 2 }', []],
  ['output: { n: "{{ value > 2 }}", m: 1 }', ['OUTPUT', 'OUTPUT']],
  ['equals: { n: 2 }', []],
  ['equals: {}', ['EQUALS']],
  ['that: ["output.n == 2", "{{ status == \'success\' }}", "tasks.fetch.attempts == 1"]', []],
  ['that: ["output.n == 3", "{{ output.n + null.x }}"]', ['THAT', 'THAT']],
  ['within: 0s', []],
])('expect %s', async (expectations, codes) => {
  expect(await failuresOf(ORDERS, expecting(expectations))).toEqual(codes);
});

test('a failure says what was expected, what came, the step, and the places in both files', async () => {
  const [verdict] = await playAll(ORDERS, expecting('never: [count]'));
  expect(verdict?.failures).toEqual([
    {
      code: 'NEVER',
      message: '“count” must not start; it did, with the input {"n":2}.',
      expected: null,
      actual: { n: 2 },
      at: { line: 1, column: 101 },
      task: { id: 'count', at: { line: 9, column: 5 } },
      event: expect.any(Number),
      after: 0,
    },
  ]);
});

test('what would reach the world without an answer fails at once, whatever handles errors', async () => {
  const [verdict] = await playAll(ORDERS, 'tests: [{ name: a, expect: { path: [fetch, sorry] } }]');
  expect(verdict).toMatchObject({ passed: false, status: 'running', steps: 1, failures: [{ code: 'UNANSWERED' }] });
  expect(verdict?.failures[0]?.message).toContain('GET https://api.example.com/orders');
  expect(await failuresOf(ORDERS, 'tests: [{ name: a, answers: { fetch: live } }]')).toEqual(['UNANSWERED']);
});

test('answers go to attempts in order, the last repeats, and time passes on the virtual clock', async () => {
  const answers =
    'fetch: [{ error: { code: HTTP_ERROR, status: 503 }, after: 5s }, { output: { body: [] }, after: 1s }]';
  const [verdict] = await playAll(
    ORDERS,
    `tests: [{ name: a, answers: { ${answers} }, expect: { equals: { n: 0 }, tasks: { fetch: { attempts: 2 } } } }]`,
  );
  expect(verdict).toMatchObject({ passed: true, duration: 16_000 });
  const always =
    'tests: [{ name: a, answers: { fetch: { error: { code: HTTP_ERROR } } }, expect: { path: [fetch, sorry] } }]';
  expect(await failuresOf(ORDERS, always)).toEqual([]);
});

test('an answer is made up from its schema, or asked for real where the host says so', async () => {
  expect(await failuresOf(ORDERS, 'tests: [{ name: a, answers: { fetch: simulate } }]')).toEqual([]);
  const text = 'tests: [{ name: a, answers: { fetch: live }, expect: { equals: { n: 3 } } }]';
  expect(await failuresOf(ORDERS, text, { live })).toEqual([]);
});

test('pure tools run, and what they keep is of the test alone', async () => {
  const flow = `tasks:
  - { id: read, type: basic, use: 'core:kv', with: { op: get, key: a }, on_success: { next: keep } }
  - { id: keep, type: basic, use: 'core:kv', with: { op: set, key: a, value: 1 }, on_success: { next: again } }
  - { id: again, type: basic, use: 'core:kv', with: { op: get, key: a } }
outputs: { first: '{{ tasks.read.output.value }}', then: '{{ tasks.again.output.value }}' }
`;
  const text = `tests:
  - { name: one, expect: { equals: { first: null, then: 1 } } }
  - { name: other, expect: { equals: { first: null, then: 1 } } }
`;
  expect((await playAll(flow, text)).flatMap(({ failures }) => failures)).toEqual([]);
});

test('a test that would go on forever is stopped', async () => {
  const flow = `tasks:
  - { id: a, type: basic, on_success: { next: b } }
  - { id: b, type: basic, on_success: { next: a } }
limits: { per_task: 1000000, per_scope: 1000000 }
`;
  const verdicts = await playAll(flow, 'tests: [{ name: a, expect: { status: error } }]').catch(
    (error: Error) => error.message,
  );
  expect(verdicts).toMatchObject([{ failures: [{ code: 'ENDLESS' }] }]);
}, 30_000);

test('the same texts give the same verdict, byte for byte', async () => {
  const text = 'tests: [{ name: a, answers: { fetch: simulate }, expect: { output: { n: -1 } } }]';
  expect(JSON.stringify(await playAll(ORDERS, text))).toBe(JSON.stringify(await playAll(ORDERS, text)));
});

const POLL = `tasks:
  - id: poll
    type: wait
    use: core:http
    with: { url: https://api.example.com/job }
    config: { condition: "output.body == 'done'", timeout: 1h, check_interval: 1m }
outputs: { checks: '{{ tasks.poll.output.checks }}' }
`;

test('each check of a wait gets the next answer', async () => {
  const answers = '[{ output: { body: working } }, { output: { body: working } }, { output: { body: done } }]';
  const text = `tests:\n  - { name: polls, answers: { poll: ${answers} }, expect: { output: { checks: 3 } } }\n`;
  expect(await failuresOf(POLL, text)).toEqual([]);
});

const CLERK = `agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, model: m }
    actions: [{ id: sort, instructions: Sort., output: { type: object, required: [topic], properties: { topic: { type: string } } } }]
tasks: [{ id: sort, type: basic, use: 'agent:clerk' }]
`;

test.each([
  ['[{ output: I am sorry. }, { output: { topic: refund } }]', []],
  ['[{ output: \'{"topic": "refund"}\' }]', []],
  ['[{ output: I am sorry. }]', ['STATUS', 'OUTPUT']],
])('a model whose answer does not fit is asked again, and gets the next answer: %s', async (answers, failures) => {
  const text = `tests:\n  - { name: repairs, answers: { sort: ${answers} }, expect: { output: { topic: refund } } }\n`;
  expect(await failuresOf(CLERK, text)).toEqual(failures);
});
