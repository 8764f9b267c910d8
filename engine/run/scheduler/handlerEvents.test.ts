import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { runScript, type Script } from '../../testing/index.ts';

/** What `event` held each time a handler of `a` fired, without type, source and timestamp; those are checked here. */
function eventsOf(task: string, handler: string, script: Script = {}): Json[] {
  const run = runScript(
    `tasks: [{id: a, ${task}, ${handler}: {next: z}}, {id: z, type: map, config: {mapping: "{{ event }}"}}]`,
    script,
  );
  const seen = [...run.view.activations.values()].flatMap(({ taskId, output }) => (taskId === 'z' ? [output] : []));
  const fired = run.events.flatMap((event) =>
    event.type === 'handler.fired' && event.handler === handler ? [event] : [],
  );
  // The target sees the same event as the history.
  expect(seen).toEqual(fired.map(({ event }) => event));
  return fired.map(({ event, at }) => {
    const { type, source, timestamp, ...rest } = event as Record<string, Json>;
    expect({ type, source, timestamp }).toEqual({ type: handler, source: 'a', timestamp: new Date(at).toISOString() });
    return rest;
  });
}

const CALL = 'type: basic, use: "core:http"';
const OK: Script = { input: { i: 1 }, answers: { a: { value: 7, after: 20 }, x: { value: 7, after: 20 } } };
const BAD: Script = { answers: { a: { error: 'X', after: 20 }, x: { error: 'X', after: 20 } } };
const X = { code: 'X', message: 'scripted X', details: null };

test.each<[handler: string, task: string, script: Script, events: Json[]]>([
  ['on_start', CALL, OK, [{ input: { i: 1 } }]],
  ['on_success', CALL, OK, [{ output: 7, duration: 20 }]],
  ['on_error', CALL, BAD, [{ error: X, attempt: 1 }]],
  ['on_error', `${CALL}, retry: {attempts: 1, backoff: fixed, interval: 1s}`, BAD, [{ error: X, attempt: 2 }]],
  ['on_complete', CALL, OK, [{ status: 'success', output: 7, error: null, duration: 20 }]],
  ['on_complete', CALL, BAD, [{ status: 'error', output: null, error: X, duration: 20 }]],
  [
    'on_condition_match',
    'type: decision, config: {condition: 3, routes: {3: z}}',
    {},
    [{ value: 3, route: '3', next: 'z' }],
  ],
  [
    'on_condition_nomatch',
    'type: decision, config: {condition: 3, routes: {4: end}}',
    {},
    [{ value: 3, route: null, next: 'z' }],
  ],
  [
    'on_condition_nomatch',
    'type: decision, config: {condition: 3, routes: {4: end}, default: {next: z}}',
    {},
    [{ value: 3, route: 'default', next: 'z' }],
  ],
  [
    'on_validation_error',
    'type: map, schema: {output: {type: number}}, config: {validate_schema: true, strict_mode: true, mapping: text}',
    {},
    [{ errors: [{ path: '', message: expect.any(String) as string, keyword: 'type' }], value: 'text' }],
  ],
  [
    'on_check',
    'type: wait, use: "core:http", config: {timeout: 3s, check_interval: 2s, condition: "output > 8"}',
    { answers: { a: { value: 7 } } },
    [
      { check: 1, elapsed: 0, remaining: 3000, last_value: null },
      { check: 2, elapsed: 2000, remaining: 1000, last_value: false },
    ],
  ],
  [
    'on_timeout',
    'type: wait, config: {timeout: 3s, check_interval: 2s, condition: "false"}',
    {},
    [{ reason: 'timeout', checks: 2, elapsed: 3000 }],
  ],
  [
    'on_timeout',
    'type: wait, config: {timeout: 9s, check_interval: 2s, max_checks: 3, condition: "false"}',
    {},
    [{ reason: 'max_checks', checks: 3, elapsed: 4000 }],
  ],
  ['on_operation_start', 'type: parallel, tasks: [{id: x, type: basic}]', {}, [{ operation_id: 'x', index: 0 }]],
  [
    'on_operation_complete',
    'type: parallel, tasks: [{id: x, type: basic, use: "core:http"}]',
    OK,
    [{ operation_id: 'x', index: 0, status: 'success', output: 7, error: null, duration: 20 }],
  ],
  ['on_operation_start', 'type: parallel, use: "core:http"', OK, [{ operation_id: 'a', index: 0 }]],
  [
    'on_task_start',
    'type: composite, tasks: [{id: x, type: basic}, {id: y, type: basic}]',
    {},
    [
      { task_id: 'x', index: 0 },
      { task_id: 'y', index: 1 },
    ],
  ],
  [
    'on_task_complete',
    'type: composite, config: {error_handling: continue}, tasks: [{id: x, type: basic, use: "core:http"}]',
    BAD,
    [{ task_id: 'x', index: 0, status: 'error', output: null, error: X, duration: 20 }],
  ],
  [
    'on_item_start',
    'type: collection, config: {items: "[4, 5]", batch_size: 2}',
    {},
    [
      { item: 4, index: 0, batch_index: 0, total: 2 },
      { item: 5, index: 1, batch_index: 0, total: 2 },
    ],
  ],
  [
    'on_item_success',
    'type: collection, use: "core:http", config: {items: "[4]"}',
    OK,
    [{ item: 4, index: 0, batch_index: 0, total: 1, output: 7, duration: 20 }],
  ],
  [
    'on_item_error',
    'type: collection, use: "core:http", config: {items: "[4]", continue_on_error: true}',
    BAD,
    [{ item: 4, index: 0, batch_index: 0, total: 1, output: null, error: X, duration: 20 }],
  ],
  [
    'on_batch_start',
    'type: collection, config: {items: "[4, 5, 6]", batch_size: 2}',
    {},
    [
      { batch_index: 0, batch: [4, 5], size: 2, total_batches: 2 },
      { batch_index: 1, batch: [6], size: 1, total_batches: 2 },
    ],
  ],
  [
    'on_batch_complete',
    'type: collection, use: "core:http", config: {items: "[4, 5]", batch_size: 2, continue_on_error: true}',
    { answers: { a: [{ value: 7, after: 20 }, { error: 'X' }] } },
    [{ batch_index: 0, batch: [4, 5], size: 2, total_batches: 1, results: [7, null], errors: [null, X], duration: 20 }],
  ],
])('%s of %s emits exactly what the table says', (handler, task, script, events) => {
  expect(eventsOf(task, handler, script)).toEqual(events);
});
