import { describe, expect, test } from 'vitest';
import { runScript, type Script, yaml } from '../../testing/index.ts';

/** A task, and `z` that its handlers lead to. */
const withZ = (task: string): string => yaml`
  tasks:
    - ${task}
    - {id: z, type: basic, with: {type: "{{ event.type }}", source: "{{ event.source }}"}}
`;

/** The events `z` received each time it ran, and when handlers of a name fired, in ms after the start. */
function observe(text: string, script?: Script) {
  const run = runScript(text, script);
  const fired = (handler: string): number[] =>
    run.events.flatMap((event) =>
      event.type === 'handler.fired' && event.handler === handler ? [event.at - (run.view.startedAt ?? 0)] : [],
    );
  const received = [...run.view.activations.values()].flatMap(({ taskId, output }) => (taskId === 'z' ? [output] : []));
  return { run, fired, received };
}

const eventOf = (type: string) => ({ type, source: 'a' });
const CALL = { answers: { a: { value: 1, after: 10 } } } as const;
const FAILS = { answers: { a: { error: 'X', after: 10 } } } as const;

const retryText = (retry: string) =>
  `tasks: [{id: a, type: basic, use: core:http, retry: {attempts: 1, backoff: fixed, interval: 1s}, on_error: {retry: ${retry}}}]`;

const collection = (handler: string): string =>
  withZ(
    `{id: a, type: collection, use: core:http, config: {items: "[1, 2]", mode: sequential, continue_on_error: true}, ${handler}: {next: z}}`,
  );

describe('seed › Events', () => {
  test('every handler may hold next, the next task to execute, and with, the data passed to it', () => {
    for (const handler of ['on_start', 'on_success', 'on_complete']) {
      const text = yaml`
        tasks:
          - {id: a, type: basic, ${handler}: {next: z, with: {n: 1}}}
          - {id: z, type: basic}
      `;
      const run = runScript(text);
      expect(run.order).toEqual(['a', 'z']);
      expect(run.view.tasks.get('z')?.input).toEqual({ n: 1 });
    }
  });

  test('on_start is called when the task starts', () => {
    const { fired, received } = observe(withZ('{id: a, type: basic, use: core:http, on_start: {next: z}}'), CALL);
    expect(fired('on_start')).toEqual([0]);
    expect(received).toEqual([eventOf('on_start')]);
  });

  test('on_success is called when the task succeeds', () => {
    const text = withZ('{id: a, type: basic, use: core:http, on_success: {next: z}}');
    expect(observe(text, CALL).fired('on_success')).toEqual([10]);
    expect(observe(text, CALL).received).toEqual([eventOf('on_success')]);
    expect(observe(text, FAILS).received).toEqual([]);
  });

  test('on_error is called when the task fails', () => {
    const text = withZ('{id: a, type: basic, use: core:http, on_error: {next: z}}');
    expect(observe(text, FAILS).fired('on_error')).toEqual([10]);
    expect(observe(text, FAILS).received).toEqual([eventOf('on_error')]);
    expect(observe(text, CALL).received).toEqual([]);
  });

  test('on_error.condition is an error condition expression', () => {
    const text = withZ(`{id: a, type: basic, use: core:http, on_error: {condition: "error.code == 'X'", next: z}}`);
    expect(observe(text, FAILS).received).toEqual([eventOf('on_error')]);
    expect(observe(text, { answers: { a: { error: 'Y' } } }).received).toEqual([]);
  });

  test('on_error.routes route an error by a condition', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_error: {routes: {X: z, Y: y}}}
        - {id: z, type: basic}
        - {id: y, type: basic}
    `;
    expect(runScript(text, FAILS).order).toEqual(['a', 'z']);
    expect(runScript(text, { answers: { a: { error: 'Y' } } }).order).toEqual(['a', 'y']);
  });

  test('on_error.retry says whether to retry the task', () => {
    expect(runScript(retryText('true'), FAILS).calls).toHaveLength(2);
    expect(runScript(retryText('false'), FAILS).calls).toHaveLength(1);
  });

  test('on_complete is called after the task completes, by success or by error', () => {
    const text = withZ('{id: a, type: basic, use: core:http, on_complete: {next: z}}');
    expect(observe(text, CALL).fired('on_complete')).toEqual([10]);
    expect(observe(text, CALL).received).toEqual([eventOf('on_complete')]);
    expect(observe(text, FAILS).received).toEqual([eventOf('on_complete')]);
  });

  test.each([
    ['on_item_start is called when item processing starts', 'on_item_start', [0, 10]],
    ['on_item_success is called when item processing succeeds', 'on_item_success', [20]],
    ['on_item_error is called when item processing fails', 'on_item_error', [10]],
    ['on_batch_start is called when batch processing starts', 'on_batch_start', [0, 10]],
    ['on_batch_complete is called when batch processing completes', 'on_batch_complete', [10, 20]],
  ])('%s', (_, handler, times) => {
    const answers = {
      a: [
        { error: 'X', after: 10 },
        { value: 1, after: 10 },
      ],
    };
    const { fired, received } = observe(collection(handler), { answers });
    expect(fired(handler)).toEqual(times);
    expect(received).toEqual(times.map(() => eventOf(handler)));
  });

  test.each([
    ['on_operation_start is called when an operation starts', 'on_operation_start', [0, 10]],
    ['on_operation_complete is called when an operation completes', 'on_operation_complete', [10, 20]],
  ])('%s', (_, handler, times) => {
    const text = withZ(
      `{id: a, type: parallel, config: {max_concurrent: 1}, tasks: [{id: x, type: basic, use: core:http}, {id: y, type: basic, use: core:http}], ${handler}: {next: z}}`,
    );
    const { fired, received } = observe(text, { answers: { x: { value: 1, after: 10 }, y: { value: 1, after: 10 } } });
    expect(fired(handler)).toEqual(times);
    expect(received).toEqual([eventOf(handler), eventOf(handler)]);
  });

  test.each([
    ['on_condition_match is called when a condition matches', 'on_condition_match', '1 < 2'],
    ['on_condition_nomatch is called when no condition matches', 'on_condition_nomatch', '1 > 2'],
  ])('%s', (_, handler, condition) => {
    const text = (asked: string) =>
      withZ(`{id: a, type: decision, config: {condition: "${asked}"}, ${handler}: {next: z}}`);
    expect(observe(text(condition)).received).toEqual([eventOf(handler)]);
    expect(observe(text(condition === '1 < 2' ? '1 > 2' : '1 < 2')).received).toEqual([]);
  });

  test('on_check is called on each condition check', () => {
    const text = withZ(
      '{id: a, type: wait, config: {timeout: 2s, check_interval: 1s, condition: "false"}, on_check: {next: z}}',
    );
    expect(observe(text).fired('on_check')).toEqual([0, 1000, 2000]);
    expect(observe(text).received).toEqual([eventOf('on_check'), eventOf('on_check'), eventOf('on_check')]);
  });

  test('on_timeout is called when the wait timeout is reached', () => {
    const text = withZ(
      '{id: a, type: wait, config: {timeout: 2s, check_interval: 1s, condition: "false"}, on_timeout: {next: z}}',
    );
    expect(observe(text).fired('on_timeout')).toEqual([2000]);
    expect(observe(text).received).toEqual([eventOf('on_timeout')]);
  });

  test('on_validation_error is called when schema validation fails', () => {
    const text = withZ(
      '{id: a, type: map, schema: {output: {type: number}}, config: {validate_schema: true, mapping: text}, on_validation_error: {next: z}}',
    );
    expect(observe(text).received).toEqual([eventOf('on_validation_error')]);
    expect(observe(text.replace('mapping: text', 'mapping: 3')).received).toEqual([]);
  });

  test.each([
    ['on_task_start is called when a subtask starts', 'on_task_start', [0, 10]],
    ['on_task_complete is called when a subtask completes', 'on_task_complete', [10, 10]],
  ])('%s', (_, handler, times) => {
    const text = withZ(
      `{id: a, type: composite, tasks: [{id: x, type: basic, use: core:http}, {id: y, type: basic}], ${handler}: {next: z}}`,
    );
    const { fired, received } = observe(text, { answers: { x: { value: 1, after: 10 } } });
    expect(fired(handler)).toEqual(times);
    expect(received).toEqual([eventOf(handler), eventOf(handler)]);
  });
});
