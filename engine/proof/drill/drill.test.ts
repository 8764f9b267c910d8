import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import type { DrillReport } from './drill.ts';
import { drillText, flow, manyCalls, POST } from './testing.ts';

beforeAll(() => loadPatterns());

/** The verdict on one fault of one task. */
function verdictOf({ cells }: DrillReport, task: string, fault: string): string | undefined {
  return cells.find((cell) => cell.task === task && cell.fault === fault)?.verdict;
}

const RETRY = 'retry: { attempts: 2, backoff: fixed, interval: 1s }';

test.each([
  ['every code has a way', flow(POST), 'RATE_LIMIT_ERROR', 'handled'],
  ['no code has one', flow(POST, 'on_complete: { next: note }'), 'RATE_LIMIT_ERROR', 'unhandled'],
  [
    'what is raised is written so',
    `${flow(POST, 'on_error: { next: no }')}  - { id: no, type: basic, use: 'core:raise', with: { code: NO } }\n`,
    'LIMIT_ERROR',
    'as-written',
  ],
  [
    'so is what is raised with the code and the words of the failure that it reports',
    `${flow(POST, 'on_error: { next: no }')}  - { id: no, type: basic, use: 'core:raise', with: { code: '{{ error.code }}', message: '{{ error.message }}' } }\n`,
    'EXECUTION_ERROR',
    'as-written',
  ],
  [
    'a handler that fails itself handles nothing',
    `${flow(POST, 'on_error: { next: bad }')}  - { id: bad, type: basic, with: { n: '{{ toNumber(error.code) }}' } }\n`,
    'LIMIT_ERROR',
    'unhandled',
  ],
  ['a retry is enough', flow(`${POST}, ${RETRY}`), 'flaky', 'handled'],
  [
    'a post that may have arrived is made again by a retry under the same key',
    flow(`${POST}, ${RETRY}`),
    'timeout',
    'handled',
  ],
  ['so is one that fails, which has not arrived', flow(`${POST}, ${RETRY}`), 'COMMUNICATION_ERROR', 'handled'],
  [
    'its own key says that it is the same',
    flow(`${POST.replace(', body', ', headers: { Idempotency-Key: order-1 }, body')}, ${RETRY}`),
    'timeout',
    'handled',
  ],
  [
    'a get may be made again',
    flow(`use: 'core:http', with: { url: 'https://api.example.com' }, ${RETRY}`),
    'timeout',
    'handled',
  ],
  ['a post that was cut off has the key of its call', flow(POST), 'killed-before', 'handled'],
  ['a tool of a server has none: a person is asked', flow("use: 'mcp:shop/charge'"), 'killed-before', 'handled'],
  ['nobody ends a call without a timeout', flow(POST).replace('config: { timeout: 30s }, ', ''), 'timeout', 'hangs'],
  ['a person who stops it is heard', flow(POST), 'cancel', 'handled'],
])('%s', async (_name, text, fault, verdict) => {
  expect(verdictOf(await drillText(text), 'a', fault)).toBe(verdict);
});

test('what becomes of a call that was cut off is decided as a host does', async () => {
  const text = flow("use: 'mcp:shop/charge'");
  expect(verdictOf(await drillText(text, { repeat: 'yes' }), 'a', 'killed-before')).toBe('repeats');
  expect(verdictOf(await drillText(text, { repeat: 'no' }), 'a', 'killed-before')).toBe('handled');
  const without = flow("use: 'mcp:shop/charge'", 'on_complete: { next: note }');
  expect(verdictOf(await drillText(without, { repeat: 'no' }), 'a', 'killed-before')).toBe('unhandled');
});

test('a test that expects an error says that it is wanted, for its task alone', async () => {
  const text = flow(POST, 'on_complete: { next: note }');
  const file = `tests:
  - { name: works, answers: { a: { output: { status: 200, body: 1 } } } }
  - { name: ends, answers: { a: { error: { code: HTTP_ERROR } } }, expect: { status: error } }
`;
  const report = await drillText(text, { file });
  expect(report.cells.find(({ fault }) => fault === 'LIMIT_ERROR')).toMatchObject({
    verdict: 'as-written',
    why: 'The run ends with LIMIT_ERROR, as the test “ends” expects.',
    test: 'works',
  });
});

test('a wait hears a signal twice, none, and timers that are late', async () => {
  const text = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1d, check_interval: 1h }, on_success: { next: pay }, on_timeout: { next: end } }
  - { id: pay, type: basic, use: 'mcp:shop/pay', config: { timeout: 1m }, on_error: { next: ask } }
`;
  const { cells } = await drillText(text);
  expect(cells.flatMap(({ task, fault, verdict }) => (task === 'ask' ? [[fault, verdict]] : []))).toEqual([
    ['timeout', 'handled'],
    ['signal-twice', 'handled'],
    ['late-timer', 'handled'],
  ]);
});

test('a secret that is told without any fault is told once, and not by every fault', async () => {
  const text = `tasks:
  - { id: a, type: basic, use: 'core:http', with: { url: 'https://api.example.com', headers: { Authorization: '{{ env.TOKEN }}' } }, config: { timeout: 1m }, on_error: { next: end } }
outputs: { token: '{{ env.TOKEN }}' }
`;
  const { cells } = await drillText(text);
  expect(cells.filter(({ verdict }) => verdict === 'leaks')).toMatchObject([{ task: '', fault: 'none' }]);
});

test('tasks that no run comes to, and tests that cannot be played, are listed', async () => {
  const file = 'tests: [{ name: a, input: { n: x } }]';
  const schema = 'schema: { input: { type: object, properties: { n: { type: number } } } }\n';
  const report = await drillText(schema + flow(POST), { file });
  expect(report).toMatchObject({ cells: [], unreached: [{ task: 'a' }], unplayed: [{ test: 'a' }] });
});

test('a run that fails without any fault is no drill', async () => {
  const text = `${flow(POST)}outputs: { n: '{{ toNumber("x") }}' }\n`;
  const { unplayed } = await drillText(text);
  expect(unplayed).toEqual([
    { test: 'simulation', why: expect.stringContaining('Without any fault the run ends with') },
  ]);
});

test('each of 20 tasks meets 8 faults and more, and all of it is the same each time', async () => {
  const text = manyCalls(20);
  const report = await drillText(text);
  expect(report.cells.length).toBeGreaterThanOrEqual(160);
  expect(new Set(report.cells.map(({ task }) => task)).size).toBe(20);
  expect(JSON.stringify(await drillText(text))).toBe(JSON.stringify(report));
});

const REFUND = (handler: string, rest = '') => `tasks:
  - id: refund
    type: basic
    use: core:http
    with: { url: 'https://api.example.com/refunds', method: POST, body: {} }
    config: { timeout: 30s }
    on_success: { next: tell }
    on_error: { next: ${handler} }
  - { id: tell, type: basic, with: { refunded: true }, on_success: { next: end } }
${rest}outputs: { refunded: '{{ tasks.tell.output.refunded ?? false }}' }
`;

test('a refund that failed and is told as refunded is not handled; one that is told, or that somebody hears of, is', async () => {
  expect(verdictOf(await drillText(REFUND('tell')), 'refund', 'AUTHORIZATION_ERROR')).toBe('unhandled');
  expect(verdictOf(await drillText(REFUND('end')), 'refund', 'AUTHORIZATION_ERROR')).toBe('handled');
  const note =
    "  - { id: note, type: basic, use: 'core:log', with: { message: Failed }, on_success: { next: tell } }\n";
  expect(verdictOf(await drillText(REFUND('note', note)), 'refund', 'AUTHORIZATION_ERROR')).toBe('handled');
});

test('a test that fails without a fault is not drilled, and the next one that reaches the task is', async () => {
  const file = `tests:
  - { name: stale, answers: { a: { output: { status: 200 } } }, expect: { output: { status: 500 } } }
  - { name: works, answers: { a: { output: { status: 200 } } } }
`;
  const { cells, unplayed } = await drillText(flow(POST), { file });
  expect(unplayed).toEqual([
    { test: 'stale', why: 'It fails without any fault: The output at status must be 500; it is 200.' },
  ]);
  expect(new Set(cells.map(({ test: name }) => name))).toEqual(new Set(['works']));
});

test('the checks of a wait get their answers in the order in which a test gives them', async () => {
  const text = `tasks:
  - id: poll
    type: wait
    use: core:http
    with: { url: 'https://api.example.com/job' }
    config: { condition: "output.body == 'done'", timeout: 1h, check_interval: 1m }
    on_error: { next: end }
    on_timeout: { next: end }
`;
  const file = `tests:
  - name: polls
    answers: { poll: [{ output: { body: working } }, { output: { body: done } }] }
    expect: { output: { checks: 2 } }
`;
  const { cells, unplayed } = await drillText(text, { file });
  expect(unplayed).toEqual([]);
  expect(cells.length).toBeGreaterThan(5);
});
