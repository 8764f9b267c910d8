import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

const at = (after: number) => ({ value: 1, after });

test('a task whose on_task_start is still running when another fails never begins', () => {
  const text = yaml`
    tasks:
      - id: c
        type: composite
        on_task_start: {next: h}
        tasks:
          - {id: s, type: basic, on_success: {next: [a, b]}}
          - {id: a, type: basic}
          - {id: b, type: basic, use: core:http, on_complete: {next: d}}
          - {id: d, type: basic, use: core:http}
      - {id: h, type: basic, use: core:http, with: {of: "{{ event.task_id }}"}}
  `;
  const run = runScript(text, {
    answers: {
      h: (call) => at(call.type === 'tool.call' && JSON.stringify(call.input) === '{"of":"a"}' ? 100 : 0),
      b: { error: 'X', after: 10 },
      d: at(500),
    },
  });
  expect(run.order.filter((id) => id !== 'h')).toEqual(['c', 's', 'b', 'd']);
  expect(run.statuses).toEqual({ c: 'error', s: 'success', b: 'error', d: 'success', h: 'success' });
});

test('a task whose on_task_complete is still running when another fails leads nowhere', () => {
  const text = yaml`
    tasks:
      - id: c
        type: composite
        on_task_complete: {next: h}
        tasks:
          - {id: s, type: basic, on_success: {next: [a, b]}}
          - {id: a, type: basic, on_success: {next: z}}
          - {id: b, type: basic, use: core:http, on_complete: {next: d}}
          - {id: z, type: basic}
          - {id: d, type: basic, use: core:http}
      - {id: h, type: basic, use: core:http, with: {of: "{{ event.task_id }}"}}
  `;
  const run = runScript(text, {
    answers: {
      h: (call) => at(call.type === 'tool.call' && JSON.stringify(call.input) === '{"of":"a"}' ? 100 : 0),
      b: { error: 'X', after: 10 },
      d: at(500),
    },
  });
  expect(run.order).not.toContain('z');
  expect(run.view).toMatchObject({ status: 'error', error: { code: 'X', details: { task_id: 'b' } } });
});

test('fail_fast: the on_operation_complete of the one that failed is waited for, though another returns first', () => {
  const text = yaml`
    tasks:
      - id: p
        type: parallel
        config: {fail_fast: true}
        on_operation_complete: {next: h}
        tasks: [{id: a, type: basic}, {id: b, type: basic, use: core:http}, {id: c, type: basic, use: core:http}]
      - {id: h, type: basic, use: core:http, with: {of: "{{ event.operation_id }}"}}
  `;
  const run = runScript(text, {
    answers: {
      b: { error: 'X', after: 10 },
      c: { never: true },
      h: (call) => at(call.type === 'tool.call' && JSON.stringify(call.input) === '{"of":"a"}' ? 50 : 200),
    },
  });
  expect(run.statuses).toEqual({ p: 'error', a: 'success', b: 'error', c: 'cancelled', h: 'success' });
  expect(run.events.filter(({ type }) => type === 'task.cancelled')).toHaveLength(1);
});

test('an item that failed lets no other begin, though its hook is still running', () => {
  const text = yaml`
    tasks:
      - id: c
        type: collection
        use: core:http
        config: {items: "[1, 2, 3, 4, 5, 6]", max_concurrent: 2, timeout_per_item: 1h}
        with: {item: "{{ item }}"}
        on_item_success: {next: h}
        on_item_error: {next: h}
      - {id: h, type: basic, use: core:http, with: {of: "{{ item }}"}}
  `;
  const run = runScript(text, {
    answers: {
      c: (_, count) => (count === 1 ? { error: 'X', after: 10 } : at(0)),
      h: (call) => at(call.type === 'tool.call' && JSON.stringify(call.input) === '{"of":2}' ? 500 : 20),
    },
  });
  expect(run.calls.filter(({ taskId }) => taskId === 'c')).toHaveLength(2);
  expect(run.view.error).toMatchObject({ code: 'X', details: { index: 1, item: 2 } });
  expect(run.statuses['h']).toBe('success');
});

test('a collection ends when the last on_batch_complete has returned, not when its last item has', () => {
  const text = yaml`
    tasks:
      - {id: c, type: collection, use: core:http, config: {items: "[1, 2]"}, on_batch_complete: {next: h}}
      - {id: h, type: basic, use: core:http, with: {of: "{{ batch_index }}"}}
  `;
  const run = runScript(text, {
    answers: { h: (call) => at(call.type === 'tool.call' && JSON.stringify(call.input) === '{"of":0}' ? 500 : 20) },
  });
  expect(run.view).toMatchObject({ status: 'success', output: expect.anything() });
  expect((run.view.endedAt ?? 0) - (run.view.startedAt ?? 0)).toBe(500);
  expect(run.events.filter(({ type }) => type === 'task.cancelled')).toEqual([]);
});

test('items is all that a collection goes over, in its items too', () => {
  const text = yaml`
    tasks:
      - id: c
        type: collection
        config: {items: "[5, 6]"}
        with: {of: "{{ len(items) }}", last: "{{ index == len(items) - 1 }}"}
        use: core:log
  `;
  expect(runScript(text).view.output).toEqual([
    { of: 2, last: false },
    { of: 2, last: true },
  ]);
});

test('arrivals at a join that is held count as one activation', () => {
  const ids = Array.from({ length: 8 }, (_, index) => `b${index}`);
  const text = yaml`
    limits: {per_task: 2}
    tasks:
      - {id: s, type: basic, on_success: {next: [${ids.join(', ')}]}}
      ${ids.map((id) => `- {id: ${id}, type: basic, on_success: {next: j}}`).join('\n  ')}
      - {id: j, type: basic, join: all}
  `;
  expect(runScript(text).view).toMatchObject({ status: 'success', error: null });
});
