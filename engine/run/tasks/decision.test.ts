import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { runScript, yaml } from '../../testing/index.ts';

const deciding = (config: string, more = ''): string => yaml`
  tasks:
    - id: d
      type: decision
      config: ${config}
      ${more}
    - {id: a, type: basic}
    - {id: b, type: basic}
    - {id: c, type: basic}
`;

function path(text: string, n: Json = null): string[] {
  return runScript(text, { input: { n } }).order.slice(1);
}

function outputOf(text: string, n: Json = null): unknown {
  return runScript(text, { input: { n } }).view.tasks.get('d')?.output;
}

test('value true, routes {true: a} (YAML boolean key): a', () => {
  expect(path(deciding('{condition: "{{ input.n == 1 }}", routes: {true: a, false: b}}'), 1)).toEqual(['a']);
  expect(path(deciding('{condition: "{{ input.n == 1 }}", routes: {true: a, false: b}}'), 2)).toEqual(['b']);
});

test('routes {hi: {condition: value > 5, next: a}, lo: b}: 7 goes to a, lo to b', () => {
  const text = deciding('{condition: "{{ input.n }}", routes: {hi: {condition: "{{ value > 5 }}", next: a}, lo: b}}');
  expect(path(text, 7)).toEqual(['a']);
  expect(path(text, 'lo')).toEqual(['b']);
});

test('the first route that matches wins, in document order; null is the key null', () => {
  expect(
    path(deciding('{condition: "{{ input.n }}", routes: {2: b, 1: a, one: {condition: "value == 1", next: c}}}'), 1),
  ).toEqual(['a']);
  expect(
    path(deciding('{condition: "{{ input.n }}", routes: {one: {condition: "value == 1", next: c}, 1: a}}'), 1),
  ).toEqual(['c']);
  expect(path(deciding('{condition: "{{ input.n }}", routes: {null: b}}'))).toEqual(['b']);
});

test('with route a and on_success.next: c only a runs; both handlers fire', () => {
  const run = runScript(deciding('{routes: {true: a}}', 'on_success: {next: c}'));
  expect(run.order).toEqual(['d', 'a']);
  expect([...run.view.edges.keys()]).toEqual(['d>routes.true>a']);
  expect(run.events.flatMap((event) => (event.type === 'handler.fired' ? [event.handler, event.next] : []))).toEqual([
    'on_condition_match',
    ['a'],
    'on_success',
    [],
  ]);
});

test('a route passes its with on, and event is what on_condition_match says', () => {
  const run = runScript(
    deciding(
      '{condition: "{{ input.n }}", routes: {7: {next: a, with: {got: "{{ event.value }}", same: "{{ value == event.value }}", by: "{{ event.type }}", to: "{{ event.next }}"}}}}',
    ),
    {
      input: { n: 7 },
    },
  );
  expect(run.view.output).toEqual({ got: 7, same: true, by: 'on_condition_match', to: 'a' });
});

const unmatched = (config: string, more = ''): string =>
  deciding(`{condition: "{{ 'x' }}", routes: {y: a}${config}}`, more);

describe('no match', () => {
  test('takes default, then on_condition_nomatch.next, then on_success.next', () => {
    expect(path(unmatched(', default: {next: b}', 'on_condition_nomatch: {next: c}'))).toEqual(['b']);
    expect(path(unmatched('', 'on_condition_nomatch: {next: c}'))).toEqual(['c']);
    expect(path(unmatched('', 'on_success: {next: c}'))).toEqual(['c']);
  });

  test('continues by on_complete where nothing else leads to a task', () => {
    expect(path(unmatched('', 'on_complete: {next: c}'))).toEqual(['c']);
  });

  test('with nowhere to go is a ROUTING_ERROR', () => {
    const run = runScript(deciding('{condition: "{{ 1 }}", routes: {2: a}}'));
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'ROUTING_ERROR', details: { value: 1 } } });
  });

  test('default fires on_condition_nomatch and is named in the output', () => {
    const text = deciding('{condition: "{{ 1 }}", routes: {2: a}, default: {next: b}}', 'on_condition_nomatch: {}');
    expect(outputOf(text)).toEqual({ value: 1, route: 'default', matched: false });
    const fired = runScript(text).events.flatMap((event) => (event.type === 'handler.fired' ? [event] : []));
    expect(fired).toMatchObject([
      { handler: 'on_condition_nomatch', event: { value: 1, route: 'default', next: 'b' } },
    ]);
  });
});

test('without routes a truthy condition is a match and a falsy one none, never an error', () => {
  const text = deciding('{condition: "input.n"}', 'on_condition_match: {next: a}\n    on_condition_nomatch: {next: b}');
  expect(path(text, 1)).toEqual(['a']);
  expect(path(text, 0)).toEqual(['b']);
  expect(path(text, 'false')).toEqual(['b']);
  expect(runScript(deciding('{condition: "input.n"}'), { input: { n: 0 } }).view.status).toBe('success');
});

test('what it uses runs first, and is output for the condition', () => {
  const text = deciding('{condition: "output.score > 3", routes: {true: a, false: b}}', 'use: core:http');
  expect(runScript(text, { answers: { d: { value: { score: 5 } } } }).order).toEqual(['d', 'a']);
});

test('fails where what it uses fails, and where its condition does', () => {
  const used = runScript(deciding('{routes: {true: a}}', 'use: core:http\n    on_error: {next: c}'), {
    answers: { d: { error: 'X' } },
  });
  expect(used.order).toEqual(['d', 'c']);
  const broken = runScript(deciding('{condition: "1 / 0"}'));
  expect(broken.view.error).toMatchObject({ code: 'EXPRESSION_ERROR', details: { field: 'config.condition' } });
});

test('is cancelled in the middle of what it uses', () => {
  const run = runScript(deciding('{routes: {true: a}}', 'use: core:http'), {
    answers: { d: { never: true } },
    inputs: [{ after: 5, type: 'run.cancelled' }],
  });
  expect(run.statuses).toEqual({ d: 'cancelled' });
});
