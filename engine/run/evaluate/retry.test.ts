import { describe, expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';
import type { Call } from '../contract/Effect.ts';
import { delayBefore, type RetryPolicy } from './retry.ts';

const CALM = { random: () => 0, retryAfter: null };
const POLICY: RetryPolicy = { attempts: 3, backoff: 'fixed', interval: 2000, maxInterval: null, jitter: false };

test.each([
  ['fixed', null, [2000, 2000, 2000]],
  ['linear', null, [2000, 4000, 6000]],
  ['exponential', null, [2000, 4000, 8000]],
  ['exponential', 3000, [2000, 3000, 3000]],
] as const)('%s backoff with max_interval %s waits %j', (backoff, maxInterval, delays) => {
  expect([1, 2, 3].map((n) => delayBefore(n, { ...POLICY, backoff, maxInterval }, CALM))).toEqual(delays);
});

test('without max_interval growing delays stop at 100 times the interval, fixed ones never', () => {
  expect(delayBefore(30, { ...POLICY, backoff: 'exponential' }, CALM)).toBe(200_000);
  expect(delayBefore(300, { ...POLICY, backoff: 'linear' }, CALM)).toBe(200_000);
});

test('jitter takes up to half of the delay away', () => {
  const policy = { ...POLICY, jitter: true };
  expect(delayBefore(1, policy, CALM)).toBe(1000);
  expect(delayBefore(1, policy, { random: () => 0.5, retryAfter: null })).toBe(1500);
});

test("a provider's Retry-After raises the delay, past max_interval too, and never lowers it", () => {
  const policy = { ...POLICY, maxInterval: 2000 };
  expect(delayBefore(1, policy, { random: () => 0, retryAfter: 9000 })).toBe(9000);
  expect(delayBefore(1, policy, { random: () => 0, retryAfter: 10 })).toBe(2000);
});

const retrying = (policy: string, handlers = ''): string => yaml`
  tasks:
    - id: a
      type: basic
      use: core:http
      retry: ${policy}
      ${handlers}
    - id: b
      type: basic
`;

const guarded = (condition: string): string => yaml`
  tasks:
    - id: a
      type: basic
      use: core:http
      on_error: {retry: true, condition: "${condition}", next: end}
`;

function waits(text: string, error: string, more: { retryAfter?: number } = {}): number[] {
  const run = runScript(text, { answers: { a: { error, ...more } } });
  return run.events.flatMap((event) => (event.type === 'task.retrying' ? [event.delay] : []));
}

test('retry {attempts 3, exponential, 1s, max 3s}: waits 1, 2, 3 s; 4 runs; retry_count 3', () => {
  const text = retrying('{attempts: 3, backoff: exponential, interval: 1s, max_interval: 3s}');
  const run = runScript(text, { answers: { a: { error: 'EXECUTION_ERROR' } } });
  expect(waits(text, 'EXECUTION_ERROR')).toEqual([1000, 2000, 3000]);
  expect(run.calls.map(({ key }) => key)).toEqual(['run/a/1/1/1', 'run/a/1/2/1', 'run/a/1/3/1', 'run/a/1/4/1']);
  expect(run.view.tasks.get('a')).toMatchObject({ status: 'error', retryCount: 3 });
  expect(run.view.tasks.get('a')?.attempts).toHaveLength(4);
  expect(run.view.endedAt! - run.view.startedAt!).toBe(6000);
});

test('linear 2s waits 2, 4, 6 s and fixed 2s waits 2, 2, 2 s', () => {
  expect(waits(retrying('{attempts: 3, backoff: linear, interval: 2s}'), 'X')).toEqual([2000, 4000, 6000]);
  expect(waits(retrying('{attempts: 3, backoff: fixed, interval: 2s}'), 'X')).toEqual([2000, 2000, 2000]);
});

test('jitter is drawn from the seed of the run', () => {
  const text = retrying('{attempts: 1, backoff: fixed, interval: 10s, jitter: true}');
  const delays = [1, 1, 2].map((seed) => {
    const run = runScript(text, { seed, answers: { a: { error: 'X' } } });
    return run.events.flatMap((event) => (event.type === 'task.retrying' ? [event.delay] : []))[0] ?? 0;
  });
  expect(delays[0]).toBe(delays[1]);
  expect(delays[0]).not.toBe(delays[2]);
  for (const delay of delays) expect(delay >= 5000 && delay <= 10_000).toBe(true);
});

test('Retry-After of an answer is waited for', () => {
  expect(
    waits(retrying('{attempts: 1, backoff: fixed, interval: 1s}'), 'RATE_LIMIT_ERROR', { retryAfter: 7000 }),
  ).toEqual([7000]);
});

test.each(['VALIDATION_ERROR', 'CONFIGURATION_ERROR', 'AUTHENTICATION_ERROR', 'CANCELLED', 'LIMIT_ERROR'])(
  '%s is not retried',
  (code) => {
    expect(waits(retrying('{attempts: 3, backoff: fixed, interval: 1s}'), code)).toEqual([]);
  },
);

test('a retry that succeeds counts itself and ends well', () => {
  const run = runScript(retrying('{attempts: 3, backoff: fixed, interval: 1s}'), {
    answers: { a: [{ error: 'X' }, { value: 9 }] },
  });
  expect(run.view).toMatchObject({ status: 'success', output: 9 });
  expect(run.view.tasks.get('a')).toMatchObject({ retryCount: 1, error: null });
});

test('on_error.retry false switches a policy off', () => {
  expect(waits(retrying('{attempts: 3, backoff: fixed, interval: 1s}', 'on_error: {retry: false}'), 'X')).toEqual([]);
});

test('on_error.retry true without a policy: 3 times, exponential from 1 s with jitter, only where condition holds', () => {
  const delays = waits(guarded("error.code == 'X'"), 'X');
  expect(delays).toHaveLength(3);
  for (const [index, delay] of delays.entries())
    expect(delay >= 500 * 2 ** index && delay <= 1000 * 2 ** index).toBe(true);
  expect(waits(guarded("error.code == 'Y'"), 'X')).toEqual([]);
});

test('beside routes condition is what they go by, and keeps no retry back', () => {
  const text = yaml`
    tasks:
      - id: a
        type: basic
        use: core:http
        on_error: {retry: true, condition: "error.details.kind ?? false", routes: {"*": end}}
  `;
  expect(waits(text, 'EXECUTION_ERROR')).toHaveLength(3);
});

test('after 100 retries a task tries no more than once a second, however short its interval is', () => {
  const text = retrying('{attempts: 103, backoff: fixed, interval: 0s}');
  const slow = retrying('{attempts: 102, backoff: fixed, interval: 5s}');
  const delays = waits(text, 'X');
  expect(delays.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 0));
  expect(delays.slice(100)).toEqual([1000, 1000, 1000]);
  expect(waits(slow, 'X').slice(100)).toEqual([5000, 5000]);
  const first = runScript(text, { answers: { a: { error: 'X' } }, engine: '0.1.0' });
  expect(first.view.endedAt).toBe(first.view.startedAt);
});

test('attempts of a template are read when they are needed', () => {
  const text = retrying('{attempts: "{{ input.n }}", backoff: fixed, interval: "{{ input.every }}"}');
  const run = runScript(text, { input: { n: 2, every: '250ms' }, answers: { a: { error: 'X' } } });
  expect(run.events.flatMap((event) => (event.type === 'task.retrying' ? [event.delay] : []))).toEqual([250, 250]);
  const wrong = runScript(text, { input: { n: 'many', every: '1s' }, answers: { a: { error: 'X' } } });
  expect(wrong.view.error).toMatchObject({
    code: 'CONFIGURATION_ERROR',
    message: expect.stringContaining('retry.attempts'),
  });
});

test('a retry of a task that was cancelled meanwhile never starts', () => {
  const text = retrying('{attempts: 3, backoff: fixed, interval: 10s}');
  const run = runScript(text, { answers: { a: { error: 'X' } }, inputs: [{ after: 500, type: 'run.cancelled' }] });
  expect(run.view.status).toBe('cancelled');
  expect(run.calls).toHaveLength(1);
  expect(run.effects.at(-1)).toEqual({ type: 'timer.cancel', id: 'run/a/1/1/retry' });
});

const POST = (retry: string) => yaml`
  tasks:
    - id: pay
      type: basic
      use: core:http
      with: { url: /pay, method: POST, json: { sum: 3 } }
      retry: ${retry}
`;
const FIXED = 'attempts: 2, backoff: fixed, interval: 1s';

test.each([
  [404, `{${FIXED}}`, 1],
  [422, `{${FIXED}}`, 1],
  [500, `{${FIXED}}`, 3],
  [404, `{${FIXED}, on: [404, 410]}`, 3],
  [405, `{${FIXED}, on: [404, 410]}`, 1],
])('a status of %d with retry %s is tried %d times', (status, retry, count) => {
  const answers = { pay: { error: 'EXECUTION_ERROR', details: { status } } };
  expect(runScript(POST(retry), { answers }).calls).toHaveLength(count);
  // Runs of earlier versions replay as they were recorded.
  expect(runScript(POST(retry), { answers, engine: '0.2.0' }).calls).toHaveLength(3);
});

test('what a model declines is not asked again', () => {
  const answers = { pay: { error: 'PROVIDER_ERROR', details: { reason: 'refusal' } } };
  expect(runScript(POST(`{${FIXED}}`), { answers }).calls).toHaveLength(1);
});

/** What the other side knows the three calls by. */
function keysOf(engine: { readonly engine?: string }): ReadonlySet<string> {
  const { calls } = runScript(POST(`{${FIXED}}`), { answers: { pay: { error: 'COMMUNICATION_ERROR' } }, ...engine });
  expect(calls).toHaveLength(3);
  return new Set(calls.map((call) => call.onceKey ?? call.key));
}

test('all attempts that ask for the same are known by one key, and those of earlier versions by their own', () => {
  expect(keysOf({}).size).toBe(1);
  expect(keysOf({ engine: '0.2.0' }).size).toBe(3);
});

test('the rounds of a loop, and the items of a collection, are known by keys of their own', () => {
  const text = yaml`
    tasks:
      - id: each
        type: collection
        config: { items: [1, 1], continue_on_error: true }
        tasks:
          - { id: pay, type: basic, use: core:http, with: { url: /pay, method: POST }, on_error: { next: end }, retry: { attempts: 1, backoff: fixed, interval: 1s } }
  `;
  const { calls } = runScript(text, { answers: { pay: { error: 'COMMUNICATION_ERROR' } } });
  expect(calls).toHaveLength(4);
  expect(new Set(calls.map((call) => call.onceKey ?? call.key)).size).toBe(2);
});

test('an attempt that a person gave another input is known by its own key', () => {
  const { calls } = runScript(POST(`{${FIXED}}`), {
    answers: { pay: [{ error: 'COMMUNICATION_ERROR' }, { error: 'COMMUNICATION_ERROR' }, { value: {} }] },
    plan: { pauseOnError: 'all' },
    inputs: [
      {
        after: 10,
        type: 'failure.answered',
        activation: 1,
        answer: { as: 'retry', input: { url: '/pay', method: 'POST', json: { sum: 4 } } },
      },
    ],
  });
  expect(new Set(calls.map((call) => call.onceKey ?? call.key)).size).toBe(calls.length);
});

test('a wait that is tried again asks anew', () => {
  const text = yaml`
    tasks:
      - id: poll
        type: wait
        use: core:http
        with: { url: /job, method: POST }
        config: { timeout: 1m, check_interval: 1m, max_checks: 1 }
        retry: {attempts: 1, backoff: fixed, interval: 1s}
  `;
  const { calls } = runScript(text, { answers: { poll: { value: false } } });
  expect(calls).toHaveLength(2);
  expect(new Set(calls.map((call) => call.onceKey ?? call.key)).size).toBe(2);
});

/** What a model asks for: `pay /1`; `pay /1 turned` has its arguments in another order. */
function toAsk(ask: string) {
  const [name = '', url = '', ...rest] = ask.split(' ');
  const input = rest.length > 0 ? { method: 'POST', url } : { url, method: 'POST' };
  return { id: ask, name, input };
}

describe('what an agent asks of its tools', () => {
  const AGENT = yaml`
    tools: [{ id: pay, use: core:http }, { id: book, use: core:http }]
    agents: [{ id: clerk, use: core:agent, config: { provider: openai, model: m }, tools: [{ id: pay }, { id: book }] }]
    tasks:
      - { id: work, type: basic, use: "agent:clerk", with: { prompt: Pay }, retry: {attempts: 1, backoff: fixed, interval: 1s} }
  `;

  /** The keys of the tool calls of two attempts, in which a model asks for this turn by turn; the first attempt then fails. */
  function keysOfAsks(attempts: readonly (readonly string[])[], engine: { readonly engine?: string } = {}) {
    const [first = [], second = []] = attempts.map((turns) =>
      turns.map((turn) => ({ value: { text: '', toolCalls: turn.split(', ').map(toAsk) } })),
    );
    const turns = [...first, { error: 'COMMUNICATION_ERROR' }, ...second];
    let turn = 0;
    const work = (call: Call) =>
      call.type === 'model.call' ? (turns[turn++] ?? { value: { text: 'Done.' } }) : { value: {} };
    const { calls } = runScript(AGENT, { answers: { work }, ...engine });
    const keys = calls.flatMap((call) => (call.type === 'tool.call' ? [call.onceKey ?? call.key] : []));
    const names = new Map([...new Set(keys)].map((key, index) => [key, 'abcdef'[index]]));
    return keys.map((key) => names.get(key)).join(' ');
  }

  test.each([
    ['is known by one key in all attempts', [['pay /1'], ['pay /1']], 'a a'],
    ['whatever is asked before', [['pay /1'], ['book /1', 'pay /1']], 'a b a'],
    [
      'in whatever order, and with its arguments in whatever order',
      [['pay /1, pay /2'], ['pay /2', 'pay /1 turned']],
      'a b b a',
    ],
    ['but not where it asks for something else', [['pay /1'], ['pay /2']], 'a b'],
    ['nor of another tool', [['pay /1'], ['book /1']], 'a b'],
    [
      'and asked again in one attempt it is another call',
      [
        ['pay /1, pay /1', 'pay /1'],
        ['pay /1', 'pay /1'],
      ],
      'a b c a b',
    ],
  ])('%s', (_, attempts, keys) => {
    expect(keysOfAsks(attempts)).toBe(keys);
  });

  test('was known by a key for each attempt in earlier versions', () => {
    expect(keysOfAsks([['pay /1'], ['pay /1']], { engine: '0.2.0' })).toBe('a b');
  });
});
