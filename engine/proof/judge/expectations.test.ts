import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { diffFailure } from '../../testFile/index.ts';
import { ORDERS, playAll } from '../testing.ts';

beforeAll(() => loadPatterns());

/** Codes and messages of what failed in the one test of a file. */
async function failuresOf(workflow: string, answers: string, expected: string): Promise<readonly string[]> {
  const text = `tests:\n  - name: a\n    answers: ${answers}\n    expect: ${expected}\n`;
  const [verdict] = await playAll(workflow, text);
  return verdict?.failures.map(({ code, message, event }) => `${code} ${message}${event === null ? '' : ' @'}`) ?? [];
}

const TWICE = '{ fetch: [{ error: { code: TIMEOUT_ERROR } }, { output: { status: 200, body: [1] } }] }';

describe('how often, and what was sent', () => {
  test.each([
    ['{ tasks: { fetch: { times: 1, calls: 2, attempts: 2 }, sorry: { times: 0 } } }', []],
    ['{ tasks: { fetch: { times: { at_most: 2 }, calls: { at_least: 2 } } } }', []],
    ['{ tasks: { fetch: { calls: 1 } } }', ['CALLS “fetch” must make one call; it made 2 calls. @']],
    ['{ tasks: { fetch: { times: 2 } } }', ['TIMES “fetch” must run 2 times; it ran once.']],
    ['{ tasks: { count: { times: 0 } } }', ['TIMES “count” must not run; it ran once. @']],
    ['{ tasks: { sorry: { times: { at_least: 1 } } } }', ['TIMES “sorry” must run at least once; it did not run.']],
    ['{ tasks: { fetch: { calls: [{ url: "{{ value | contains(\'orders\') }}" }, {}] } } }', []],
    [
      '{ tasks: { fetch: { calls: [{}, { url: x }] } } }',
      ['SENT What call 2 of “fetch” sent at url must be "x"; it is "https://api.example.com/orders". @'],
    ],
    ['{ calls: [{ use: "core:http", sent: { url: https://api.example.com/orders }, times: 2 }] }', []],
    ['{ calls: [{ times: 2 }] }', []],
    [
      '{ calls: [{ use: "core:http", times: { at_most: 1 } }] }',
      ['CALLS There must be at most one call of core:http; there were 2. @'],
    ],
    [
      '{ calls: [{ use: "mcp:shop/pay" }] }',
      [
        'CALLS There must be at least one call of mcp:shop/pay; there was none (there was fetch: core:http, fetch: core:http).',
      ],
    ],
    ['{ tasks: { fetch: { use: "core:http" } } }', []],
    ['{ tasks: { fetch: { use: "mcp:shop/pay" } } }', ['USE “fetch” must call mcp:shop/pay; it called core:http. @']],
    ['{ tasks: { count: { use: "core:http" } } }', ['USE “count” must call core:http; it called nothing.']],
    ['{ tasks: { fetch: { with: { exactly: { url: https://api.example.com/orders } } } } }', []],
    [
      '{ tasks: { fetch: { with: { exactly: { method: GET } } } } }',
      [
        'WITH The input of “fetch” at method must be "GET"; there is nothing. @',
        'WITH The input of “fetch” must have nothing at url; there is "https://api.example.com/orders". @',
      ],
    ],
    ['{ tasks: { fetch: { output: { exactly: { status: "{{ value < 300 }}", body: [1] } } } } }', []],
    [
      '{ output: { exactly: {} }, tasks: { fetch: { calls: [{ exactly: {} }, {}] } } }',
      [
        'SENT What call 1 of “fetch” sent must have nothing at url; there is "https://api.example.com/orders". @',
        'OUTPUT The output must have nothing at n; there is 1.',
      ],
    ],
  ])('%s', async (expected, failures) => {
    expect(await failuresOf(ORDERS, TWICE, expected)).toEqual(failures);
  });
});

const WHOLE = `tasks:
  - { id: a, type: basic, with: { items: [{ id: 1, n: 1 }, { id: 2, n: 2 }], text: "{{ 'x' }}" } }
outputs: { items: '{{ tasks.a.output.items }}', text: '{{ tasks.a.output.text }}' }
`;

test.each([
  [
    '{ equals: { items: [{ id: 1, n: 1 }, { id: 2, n: 3 }], text: x } }',
    'The output at items.1.n must be 3; it is 2.',
    ['items.1.n', '3', '2'],
  ],
  [
    '{ equals: { items: [{ id: 1, n: 1 }], text: x } }',
    'The output must have nothing at items.1; there is {"id":2,"n":2}.',
    ['items.1', 'nothing', '{"id":2,"n":2}'],
  ],
  [
    '{ equals: { items: [{ id: 1, n: 1 }, { id: 2, n: 2 }], text: x, more: 1 } }',
    'The output at more must be 1; there is nothing.',
    ['more', '1', 'nothing'],
  ],
  ['{ output: { other: 1 } }', 'The output at other must be 1; there is nothing.', ['other', '1', 'nothing']],
  // What is not expected of an item does not matter.
  [
    '{ output: { items: [{ id: 1 }] } }',
    'The output at items must be [{"id":1}]; it is [{"id":1,"n":1},{"id":2,"n":2}].',
    ['items.1', 'nothing', '{"id":2,"n":2}'],
  ],
  [
    '{ output: { text: "{{ len(value) > 3 }}" } }',
    'The output at text must be "{{ len(value) > 3 }}"; it is "x", and it gives false.',
    ['text', '"{{ len(value) > 3 }}"', '"x"'],
  ],
])(
  'a value is told and shown by the place at which it differs: %s',
  async (expected, message, [path, wanted, received]) => {
    const [verdict] = await playAll(WHOLE, `tests:\n  - name: a\n    expect: ${expected}\n`);
    const [failure] = verdict?.failures ?? [];
    expect(failure?.message).toBe(message);
    expect(failure && diffFailure(failure)).toEqual({
      kind: 'values',
      path,
      isFirst: false,
      expected: wanted,
      received,
    });
  },
);

describe('an exact path', () => {
  test.each([
    ['[fetch, count]', []],
    ['[fetch]', ['PATH Nothing more must start after “fetch”; “count” did. @']],
    ['[fetch, sorry]', ['PATH “sorry” must start next after “fetch”; “count” did. @']],
    ['[]', ['PATH Nothing more must start after “the start”; “fetch” did. @']],
  ])('%s', async (path, failures) => {
    expect(await failuresOf(ORDERS, TWICE, `{ path: { exactly: ${path} } }`)).toEqual(failures);
  });
});

const EACH = `tasks:
  - id: each
    type: collection
    config: { items: [a, b, c], continue_on_error: true, max_concurrent: 2 }
    tasks:
      - { id: send, type: basic, use: 'mcp:shop/send', with: { to: '{{ item }}' }, retry: { attempts: 1, backoff: fixed, interval: 1s } }
`;
const SENT = `{ send: [{ for: { to: b }, error: { code: TIMEOUT_ERROR } }, { output: { ok: true } }] }`;

test.each([
  [
    '{ tasks: { send: { times: 3, calls: 4, items: { 0: { attempts: 1, output: { ok: true } }, 1: { attempts: 2, with: { to: b } } } } } }',
    [],
  ],
  [
    '{ tasks: { send: { items: { 1: { attempts: 1 }, 2: { with: { to: x } } } } } }',
    [
      'ATTEMPTS “send” for item 1 must be tried once; it was tried 2 times. @',
      'WITH The input of “send” for item 2 at to must be "x"; it is "c". @',
    ],
  ],
  ['{ tasks: { send: { items: { 3: {} } } } }', ['PATH “send” for item 3 must run; it did not start.']],
])('items of a collection, and answers by the item: %s', async (expected, failures) => {
  expect(await failuresOf(EACH, SENT, expected)).toEqual(failures);
});

const LOOP = `tasks:
  - { id: page, type: basic, use: 'mcp:shop/page', with: { n: 1 }, on_success: { next: more } }
  - { id: more, type: decision, config: { condition: '{{ tasks.page.output.next }}', routes: { true: { next: page, with: { n: '{{ tasks.page.output.n + 1 }}' } } }, default: { next: end } } }
`;

test.each([
  ['{ tasks: { page: { rounds: [{ with: { n: 1 } }, { with: { n: 2 }, output: { next: false } }] } } }', []],
  [
    '{ tasks: { page: { rounds: [{ output: { next: false } }] } } }',
    [
      'TIMES “page” must run once; it ran 2 times. @',
      'TASK_OUTPUT The output of “page” in round 1 at next must be false; it is true. @',
    ],
  ],
])('rounds of a loop: %s', async (expected, failures) => {
  const answers = '{ page: [{ output: { n: 1, next: true } }, { output: { n: 2, next: false } }] }';
  expect(await failuresOf(LOOP, answers, expected)).toEqual(failures);
});

test('a key with a dot in it is told at its own place', async () => {
  const workflow = "tasks: [{ id: a, type: basic, with: { 'x.y': 1 } }]\n";
  const [verdict] = await playAll(
    workflow,
    'tests:\n  - name: a\n    expect:\n      tasks:\n        a:\n          with:\n            x.y: 2\n',
  );
  expect(verdict?.failures.map(({ message, at }) => [message, at])).toEqual([
    ['The input of “a” at x.y must be 2; it is 1.', { line: 7, column: 13 }],
  ]);
});
