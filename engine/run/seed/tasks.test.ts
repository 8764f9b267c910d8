import { describe, expect, test } from 'vitest';
import { runScript, type Script, type ScriptResult, yaml } from '../../testing/index.ts';

const one = (task: string, script?: Script): ScriptResult => runScript(`tasks: [{id: a, ${task}}]`, script);
const NEVER = { answers: { a: { never: true } } } as const;
const elapsed = ({ view }: ScriptResult): number => (view.endedAt ?? 0) - (view.startedAt ?? 0);
/** ms after the start at which each call was asked for. */
const asked = ({ events, view }: ScriptResult): number[] =>
  events.flatMap(({ type, at }) => (type === 'effect.requested' ? [at - (view.startedAt ?? 0)] : []));
const two = '[{id: x, type: basic, use: core:http}, {id: y, type: basic, use: core:http}]';
const items = '{items: "[1, 2, 3, 4]", ';
const slow = { value: 1, after: 10 } as const;

const failFastText = (failFast: boolean) => `type: parallel, config: {fail_fast: ${failFast}}, tasks: ${two}`;

const decision = (more: string): string => yaml`
  tasks:
    - {id: a, type: decision, config: {condition: "input.n > 3", ${more}}}
    - {id: big, type: basic}
    - {id: small, type: basic}
`;

const goingOnText = (goesOn: boolean) =>
  `type: collection, use: core:http, config: ${items} mode: sequential, continue_on_error: ${goesOn}}`;

const mapText = (config: string) =>
  `type: map, schema: {output: {type: object, properties: {n: {type: number}}}}, config: {mapping: {n: "7"}, ${config}}`;

const handlingText = (how: string) => `type: composite, config: {error_handling: ${how}}, tasks: ${two}`;

describe('seed › Task', () => {
  test('type is one of basic, parallel, decision, collection, wait, map, composite', () => {
    for (const type of ['basic', 'parallel', 'decision', 'collection', 'map', 'composite'])
      expect(one(`type: ${type}`).view.status).toBe('success');
    expect(one('type: wait, config: {timeout: 1s, check_interval: 1s}').view.status).toBe('success');
    expect(one('type: other').view.error?.code).toBe('CONFIGURATION_ERROR');
  });

  test('name is human-readable and changes nothing', () => {
    expect(one('type: basic, name: Ask them').events).toEqual(one('type: basic').events);
  });

  test('use is the implementation that runs', () => {
    expect(one('type: basic, use: core:http').calls).toMatchObject([{ use: 'core:http' }]);
  });

  test('schema.input validates the input of the task', () => {
    const text = 'type: basic, schema: {input: {type: object, required: [x]}}';
    expect(one(text, { input: { x: 1 } }).view.status).toBe('success');
    expect(one(text).view.error?.code).toBe('VALIDATION_ERROR');
  });

  test('import without what it names is an error of the run', () => {
    expect(one('type: basic, import: ./gone.yaml').view.error?.code).toBe('IMPORT_ERROR');
  });

  test('basic: timeout is the operation timeout', () => {
    const run = one('type: basic, use: core:http, config: {timeout: 5s}', NEVER);
    expect([run.view.error?.code, elapsed(run)]).toEqual(['TIMEOUT_ERROR', 5000]);
  });

  const both = { answers: { x: slow, y: slow } } as const;
  test('parallel: max_concurrent is how many operations run at once', () => {
    expect(asked(one(`type: parallel, config: {max_concurrent: 1}, tasks: ${two}`, both))).toEqual([0, 10]);
    expect(asked(one(`type: parallel, config: {max_concurrent: 2}, tasks: ${two}`, both))).toEqual([0, 0]);
  });

  test('parallel: fail_fast stops all operations if one fails', () => {
    const answers = { x: { error: 'X' }, y: slow };
    expect(one(failFastText(true), { answers }).statuses).toMatchObject({ x: 'error', y: 'cancelled' });
    expect(one(failFastText(false), { answers }).statuses).toMatchObject({ x: 'error', y: 'success' });
  });

  test('parallel: timeout is the operation timeout', () => {
    const run = one(`type: parallel, config: {timeout: 5s}, tasks: ${two}`, { answers: { x: { never: true } } });
    expect([run.view.error?.code, elapsed(run)]).toEqual(['TIMEOUT_ERROR', 5000]);
  });

  test('decision: condition is the expression, and routes map what it gives', () => {
    const text = decision('routes: {true: big, false: small}');
    expect(runScript(text, { input: { n: 5 } }).order).toEqual(['a', 'big']);
    expect(runScript(text, { input: { n: 1 } }).order).toEqual(['a', 'small']);
  });

  test('decision: default is the default route', () => {
    const text = decision('routes: {true: big}, default: {next: small}');
    expect(runScript(text, { input: { n: 1 } }).order).toEqual(['a', 'small']);
  });

  const calls = { answers: { a: slow } } as const;
  test('collection: mode is parallel or sequential', () => {
    expect(asked(one(`type: collection, use: core:http, config: ${items} mode: sequential}`, calls))).toEqual([
      0, 10, 20, 30,
    ]);
    expect(asked(one(`type: collection, use: core:http, config: ${items} mode: parallel}`, calls))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('collection: batch_size is items per batch', () => {
    const run = one(`type: collection, use: core:http, config: ${items} batch_size: 3}, on_batch_start: {}`, calls);
    const sizes = run.events.flatMap((event) => (event.type === 'handler.fired' ? [event.event] : []));
    expect(sizes).toMatchObject([{ size: 3 }, { size: 1 }]);
  });

  test('collection: max_concurrent is how many batches run at once', () => {
    const text = `type: collection, use: core:http, config: ${items} batch_size: 1, max_concurrent: 2}`;
    expect(asked(one(text, calls))).toEqual([0, 0, 10, 10]);
  });

  test('collection: continue_on_error keeps processing after an item fails', () => {
    const answers = { a: [{ error: 'X' }, slow] };
    expect(one(goingOnText(true), { answers }).view).toMatchObject({ status: 'success', output: [null, 1, 1, 1] });
    expect(one(goingOnText(false), { answers }).calls).toHaveLength(1);
  });

  test.each([
    ['timeout_per_batch is the timeout of each batch', 'timeout_per_batch'],
    ['timeout_per_item is the timeout of each item', 'timeout_per_item'],
  ])('collection: %s', (_, key) => {
    const run = one(
      `type: collection, use: core:http, config: ${items} batch_size: 2, ${key}: 5s, continue_on_error: true}`,
      {
        answers: { a: [{ never: true }, slow, slow, slow] },
      },
    );
    expect(run.view).toMatchObject({ status: 'success', output: [null, 1, 1, 1] });
    expect(elapsed(run)).toBe(5010);
  });

  test('wait: timeout is the maximum wait, check_interval the time between checks, max_checks their number', () => {
    const run = one('type: wait, config: {timeout: 5s, check_interval: 2s, condition: "false"}, on_check: {}');
    expect([run.view.error?.code, elapsed(run)]).toEqual(['TIMEOUT_ERROR', 5000]);
    expect(
      run.events
        .filter((event) => event.type === 'handler.fired' && event.handler === 'on_check')
        .map(({ at }) => at - (run.events[0]?.at ?? 0)),
    ).toEqual([0, 2000, 4000]);
    const twice = one('type: wait, config: {timeout: 5s, check_interval: 2s, max_checks: 2, condition: "false"}');
    expect(elapsed(twice)).toBe(2000);
  });

  test('map: validate_schema validates against a schema, and strict_mode enforces types', () => {
    expect(one(mapText('validate_schema: false')).view.output).toEqual({ n: '7' });
    expect(one(mapText('validate_schema: true')).view.output).toEqual({ n: 7 });
    expect(one(mapText('validate_schema: true, strict_mode: true')).view.error?.code).toBe('VALIDATION_ERROR');
  });

  test('composite: error_handling is continue or stop', () => {
    const answers = { x: { error: 'X' }, y: slow };
    expect(one(handlingText('continue'), { answers }).view).toMatchObject({
      status: 'success',
      output: { x: null, y: 1 },
    });
    expect(one(handlingText('stop'), { answers }).order).toEqual(['a', 'x']);
  });

  test('composite: timeout is overall, for all subtasks', () => {
    const run = one(`type: composite, config: {timeout: 5s}, tasks: ${two}`, {
      answers: { x: { value: 1, after: 3000 }, y: { value: 1, after: 3000 } },
    });
    expect([run.view.error?.code, elapsed(run)]).toEqual(['TIMEOUT_ERROR', 5000]);
  });

  test('durations are written such as 1s and 5m', () => {
    expect(elapsed(one('type: wait, config: {timeout: 5m, check_interval: 1s}'))).toBe(300_000);
  });
});

const retried = (retry: string, seed = 1) =>
  one(`type: basic, use: core:http, retry: ${retry}`, { answers: { a: { error: 'X' } }, seed });

describe('seed › Retry', () => {
  test('attempts is the maximum number of retry attempts', () => {
    expect(retried('{attempts: 2, backoff: fixed, interval: 1s}').calls).toHaveLength(3);
  });

  test.each([
    ['fixed', [0, 2000, 4000, 6000]],
    ['linear', [0, 2000, 6000, 12_000]],
    ['exponential', [0, 2000, 6000, 14_000]],
  ])('backoff is %s, and interval the initial retry interval', (backoff, times) => {
    expect(asked(retried(`{attempts: 3, backoff: ${backoff}, interval: 2s}`))).toEqual(times);
  });

  test('max_interval is the maximum retry interval', () => {
    expect(asked(retried('{attempts: 3, backoff: exponential, interval: 2s, max_interval: 3s}'))).toEqual([
      0, 2000, 5000, 8000,
    ]);
  });

  test('jitter adds randomness to the intervals', () => {
    const waits = [1, 2, 3, 4].map((seed) =>
      elapsed(retried('{attempts: 1, backoff: fixed, interval: 10s, jitter: true}', seed)),
    );
    expect(new Set(waits).size).toBe(4);
    for (const wait of waits) expect(wait >= 5000 && wait <= 10_000).toBe(true);
  });
});
