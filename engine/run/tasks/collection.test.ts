import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../base/index.ts';
import { runScript, type ScriptResult, yaml } from '../../testing/index.ts';

/** A collection whose body calls one tool per item. */
const body = (config: string, more = ''): string => yaml`
  tasks:
    - id: c
      type: collection
      config: ${config}
      ${more}
      tasks:
        - {id: one, type: basic, use: core:http, with: {item: "{{ item }}", index: "{{ index }}", batch: "{{ batch_index }}"}}
    - {id: log, type: basic, use: core:log, with: {event: "{{ event }}"}}
    - {id: after, type: basic, with: {state: "{{ tasks.c }}"}}
`;

/** What a call of the body was given under a key. */
function given(call: { readonly type: string; readonly input?: Json }, key: string): Json {
  return isJsonObject(call.input) ? (call.input[key] ?? null) : null;
}

const FIVE: Json = { items: ['a', 'b', 'c', 'd', 'e'] };
const slowly = (call: { readonly type: string; readonly input?: Json }) => ({ value: call.input ?? null, after: 10 });

/** ms after the start at which each item's call began. */
function starts(run: ScriptResult): number[] {
  return run.events.flatMap((event) =>
    event.type === 'effect.requested' && event.taskId === 'one' ? [event.at - (run.view.startedAt ?? 0)] : [],
  );
}

test('collection of 5, batch_size 2, parallel: batches 2, 2, 1 one at a time; output in order', () => {
  const run = runScript(body('{batch_size: 2}'), { input: FIVE, answers: { one: slowly } });
  expect(starts(run)).toEqual([0, 0, 10, 10, 20]);
  expect(run.view.output).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((item, index) => ({ item, index, batch: Math.floor(index / 2) })),
  );
  expect(run.view.tasks.get('c')?.progress).toEqual({ done: 5, total: 5, failed: 0 });
});

test('sequential goes item by item, also inside a batch', () => {
  const run = runScript(body('{mode: sequential, batch_size: 2, max_concurrent: 4}'), {
    input: FIVE,
    answers: { one: slowly },
  });
  expect(starts(run)).toEqual([0, 10, 20, 30, 40]);
});

test('parallel runs ten items of their own batches concurrently, or as many as max_concurrent', () => {
  const items = Array.from({ length: 12 }, (_, index) => index);
  const run = runScript(body('{}'), { input: { items }, answers: { one: slowly } });
  expect(starts(run).filter((at) => at === 0)).toHaveLength(10);
  const three = runScript(body('{max_concurrent: 3}'), { input: { items }, answers: { one: slowly } });
  expect(starts(three).filter((at) => at === 0)).toHaveLength(3);
});

test.each<[string, Json, Json]>([
  ['a list', [1, 2], [1, 2]],
  ['a map', { x: 1 }, [{ key: 'x', value: 1 }]],
  ['nothing', null, []],
  ['a text holding a list', '[1, 2]', [1, 2]],
])('items may be %s', (_, items, expected) => {
  const run = runScript(body(`{items: '{{ input.from }}'}`), { input: { from: items } });
  expect(run.calls.map((call) => given(call, 'item'))).toEqual(expected);
  expect(run.view.status).toBe('success');
});

test('anything else is a VALIDATION_ERROR', () => {
  expect(runScript(body('{}'), { input: { items: 7 } }).view.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(runScript(body('{}'), { input: { items: 'a, b' } }).view.error).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('filter sees the original index; those that are left are counted anew', () => {
  const run = runScript(body('{filter: "index != 1 && item != \'e\'"}'), { input: FIVE });
  expect(run.view.output).toMatchObject([
    { item: 'a', index: 0 },
    { item: 'c', index: 1 },
    { item: 'd', index: 2 },
  ]);
});

const second = (call: { readonly type: string; readonly input?: Json }) =>
  given(call, 'index') === 1 ? { error: 'MINE', after: 5 } : { value: call.input ?? null, after: 10 };

describe('an item that fails', () => {
  test('cancels the rest', () => {
    const run = runScript(body('{max_concurrent: 2}', 'on_error: {next: after}'), {
      input: FIVE,
      answers: { one: second },
    });
    expect(run.view.tasks.get('c')).toMatchObject({
      status: 'error',
      error: { code: 'MINE', details: { type: 'collection.item', index: 1, item: 'b', reason: 'scripted MINE' } },
    });
    expect(starts(run)).toEqual([0, 0]);
    expect(run.effects).toContainEqual({ type: 'effect.abort', key: 'run/one/2/1/1' });
  });

  test('cancels the rest immediately, also while its hook still runs', () => {
    const run = runScript(body('{max_concurrent: 2}', 'on_item_error: {next: log}'), {
      input: FIVE,
      answers: { one: second, log: { value: 0, after: 20 } },
    });
    const completed = run.events.flatMap((event) => (event.type === 'effect.completed' ? [event.key] : []));
    expect(completed).not.toContain('run/one/2/1/1');
    expect(run.view.status).toBe('error');
  });

  test('is null where continue_on_error is true, and is in the state of the task', () => {
    const run = runScript(body('{continue_on_error: true}', 'on_success: {next: after}'), {
      input: FIVE,
      answers: { one: second },
    });
    expect(run.view.tasks.get('c')).toMatchObject({
      status: 'success',
      output: [{ item: 'a' }, null, { item: 'c' }, { item: 'd' }, { item: 'e' }],
    });
    expect(run.view.output).toMatchObject({
      state: {
        failed_count: 1,
        items: [
          { status: 'success', duration: 10 },
          { status: 'error', output: null, error: { code: 'MINE' } },
          {},
          {},
          {},
        ],
      },
    });
  });
});

test('a collection that goes on warns of the items that failed, and said nothing before 0.3', () => {
  const script = { input: FIVE, answers: { one: second } };
  const run = runScript(body('{continue_on_error: true}'), script);
  const message = '1 of 5 items failed. The first: scripted MINE';
  expect(run.view.warnings).toEqual([{ taskId: 'c', code: 'FAILED_INSIDE', message, path: null }]);
  expect(runScript(body('{continue_on_error: true}'), { ...script, engine: '0.2.0' }).view.warnings).toEqual([]);
});

test('timeout_per_item fails the item alone', () => {
  const run = runScript(body('{timeout_per_item: 50ms, continue_on_error: true}'), {
    input: FIVE,
    answers: {
      one: (call) => (given(call, 'index') === 2 ? { never: true } : { value: 1, after: 10 }),
    },
  });
  expect(run.view.output).toEqual([1, 1, null, 1, 1]);
  expect(run.effects.filter(({ type }) => type === 'effect.abort')).toHaveLength(1);
});

test('timeout_per_batch fails what is unfinished with TIMEOUT_ERROR', () => {
  const run = runScript(
    body(
      '{batch_size: 3, mode: sequential, timeout_per_batch: 25ms, continue_on_error: true}',
      'on_success: {next: after}',
    ),
    {
      input: FIVE,
      answers: { one: slowly },
    },
  );
  expect(run.view.tasks.get('c')?.output).toMatchObject([
    { item: 'a' },
    { item: 'b' },
    null,
    { item: 'd' },
    { item: 'e' },
  ]);
  expect(run.view.output).toMatchObject({ state: { items: [{}, {}, { error: { code: 'TIMEOUT_ERROR' } }, {}, {}] } });
});

test('items of a batch that ran out of time never begin, and the next batch does', () => {
  const config =
    '{batch_size: 2, max_concurrent: 1, mode: sequential, timeout_per_batch: 25ms, continue_on_error: true}';
  const run = runScript(body(config), {
    input: FIVE,
    answers: { one: (call) => (given(call, 'item') === 'a' ? { never: true } : { value: 1, after: 5 }) },
  });
  expect(run.calls.map((call) => given(call, 'item'))).toEqual(['a', 'c', 'd', 'e']);
  expect(run.view.output).toEqual([null, null, 1, 1, 1]);
});

test('what children left is read afterwards: that of the last item, whichever ended last', () => {
  const text = yaml`
    tasks:
      - {id: c, type: collection, config: {items: [30, 20, 10]}, tasks: [{id: one, type: basic, use: core:http, with: {n: "{{ item }}"}}], on_success: {next: after}}
      - {id: after, type: basic, with: {last: "{{ tasks.one.output.n }}"}}
  `;
  const run = runScript(text, {
    answers: { one: (call) => ({ value: { n: given(call, 'n') }, after: Number(given(call, 'n')), simulated: true }) },
  });
  expect(run.view.output).toEqual({ last: 10 });
  expect(run.view.tasks.get('c')).toMatchObject({ simulated: true });
});

test('runs the use of the task itself for each item, with its own with', () => {
  const text = yaml`
    tasks:
      - {id: c, type: collection, use: core:http, config: {items: "input.list", batch_size: 2}, with: {n: "{{ item.n * 2 }}"}}
  `;
  const run = runScript(text, { input: { list: [{ n: 1 }, { n: 2 }] } });
  expect(run.view.output).toEqual([{ n: 2 }, { n: 4 }]);
  expect(run.view.warnings).toEqual([]);
  expect(run.calls.map(({ key }) => key)).toEqual(['run/c/1/1/item-0.1', 'run/c/1/1/item-1.1']);
});

test('its own with is evaluated for each item also where it uses nothing, and not before there is one', () => {
  const text = yaml`
    tasks:
      - id: outer
        type: collection
        config: {items: [{names: [ada]}, {names: [bob, cy]}], mode: sequential}
        tasks:
          - {id: inner, type: collection, config: {items: "{{ item.names }}"}, with: {name: "{{ upper(item) }}", at: "{{ index }}"}}
  `;
  const { view } = runScript(text);
  expect(view).toMatchObject({ status: 'success', warnings: [] });
  expect(view.output).toEqual([
    [{ name: 'ADA', at: 0 }],
    [
      { name: 'BOB', at: 0 },
      { name: 'CY', at: 1 },
    ],
  ]);
  const alone = runScript('tasks: [{id: c, type: collection, with: {items: [{n: 1}], n: "{{ item.n + 1 }}"}}]');
  expect(alone.view).toMatchObject({ status: 'success', warnings: [], output: [{ n: 2 }] });
  expect(runScript(text, { engine: '0.1.0' }).view.error).toMatchObject({ code: 'EXPRESSION_ERROR' });
});

test('without with an item gets the input less items, and its own keys', () => {
  const run = runScript('tasks: [{id: c, type: collection, use: core:http}]', {
    input: { items: [{ n: 1 }, 2], keep: true },
  });
  expect(run.view.output).toEqual([
    { keep: true, item: { n: 1 }, index: 0, n: 1 },
    { keep: true, item: 2, index: 1 },
  ]);
});

test('with several children an item gives each by its id', () => {
  const text =
    'tasks: [{id: c, type: collection, tasks: [{id: x, type: basic, with: {v: "{{ item }}"}}, {id: y, type: basic, with: {v: "{{ tasks.x.output.v }}"}}]}]';
  expect(runScript(text, { input: { items: [1, 2] } }).view.output).toEqual([
    { x: { v: 1 }, y: { v: 1 } },
    { x: { v: 2 }, y: { v: 2 } },
  ]);
});

test('hooks fire for each item and batch, with their events', () => {
  const hooks = ['on_item_start', 'on_item_success', 'on_item_error', 'on_batch_start', 'on_batch_complete']
    .map((name) => `${name}: {next: log}`)
    .join('\n    ');
  const run = runScript(body('{batch_size: 2, mode: sequential, continue_on_error: true}', hooks), {
    input: { items: ['a', 'b'] },
    answers: { one: [{ value: 1 }, { error: 'X' }], log: { value: 0, after: 1 } },
  });
  const fired = run.events.flatMap((event) => (event.type === 'handler.fired' ? [event.handler] : []));
  expect(fired).toEqual([
    'on_batch_start',
    'on_item_start',
    'on_item_success',
    'on_item_start',
    'on_item_error',
    'on_batch_complete',
  ]);
  const events = run.events.flatMap((event) => (event.type === 'handler.fired' ? [event.event] : []));
  expect(events[0]).toMatchObject({ batch_index: 0, batch: ['a', 'b'], size: 2, total_batches: 1 });
  expect(events[4]).toMatchObject({ item: 'b', index: 1, batch_index: 0, total: 2, error: { code: 'X' } });
  expect(events[5]).toMatchObject({ results: [1, null], errors: [null, { code: 'X' }] });
  expect(run.view.endedAt! - run.view.startedAt!).toBe(6);
});

test('is cancelled with its items', () => {
  const run = runScript(body('{}'), {
    input: FIVE,
    answers: { one: { never: true } },
    inputs: [{ after: 5, type: 'run.cancelled' }],
  });
  expect(run.view.status).toBe('cancelled');
  expect([...run.view.activations.values()].every(({ status }) => status === 'cancelled')).toBe(true);
  expect(run.effects.filter(({ type }) => type === 'effect.abort')).toHaveLength(5);
});

test('10,000 items without effects are done in steps that Stop interrupts', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const run = runScript('tasks: [{id: c, type: collection, with: {n: "{{ item }}"}}]', { input: { items } });
  expect(run.view.status).toBe('success');
  expect(run.journal.length > 50).toBe(true);
});

test('inside an item, item is that of the nearest collection, also where it is null', () => {
  const run = runScript(
    yaml`
      tasks:
        - id: outer
          type: collection
          config: {items: "{{ [[null, 1]] }}"}
          tasks:
            - id: inner
              type: collection
              config: {items: "{{ item }}", batch_size: 2}
              on_item_start: {next: seen, with: {index: "{{ index }}", batch: "{{ batch }}", items: "{{ items }}"}}
              tasks:
                - {id: own, type: basic, with: {item: "{{ item }}", index: "{{ index }}"}}
            - {id: seen, type: basic}
    `,
  );
  expect(
    run.events.flatMap((event) => (event.type === 'task.started' && event.taskId === 'own' ? [event.input] : [])),
  ).toEqual([
    { item: null, index: 0 },
    { item: 1, index: 1 },
  ]);
  expect(
    run.events.flatMap((event) => (event.type === 'task.started' && event.taskId === 'seen' ? [event.input] : [])),
  ).toEqual([{ index: 0, batch: [null, 1], items: [null, 1] }, { index: 1, batch: [null, 1], items: [null, 1] }, {}]);
});
