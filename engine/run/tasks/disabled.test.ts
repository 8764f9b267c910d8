import { describe, expect, it, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

/** The statuses of the tasks that ran, in the order of their first activation. */
function ran(text: string, options: Parameters<typeof runScript>[1] = {}): Record<string, string> {
  const { view } = runScript(text, options);
  return Object.fromEntries([...view.tasks].map(([id, { status }]) => [id, status]));
}

describe('a disabled task', () => {
  const text = yaml`
    tasks:
      - id: a
        type: basic
        disabled: true
        use: core:http
        with: {n: 1}
        retry: {attempts: 3, backoff: fixed, interval: 1s}
        on_success: {next: b, with: {got: "{{ output.n }}", of: "{{ event.type }}"}}
        on_error: {next: c}
      - {id: b, type: basic}
      - {id: c, type: basic}
  `;

  it('calls nothing, gives its input on and leads on as a success', () => {
    const run = runScript(text);
    expect(run.effects).toEqual([]);
    expect(run.view).toMatchObject({ status: 'success', output: { got: 1, of: 'on_success' } });
    expect(run.view.tasks.get('a')).toMatchObject({ status: 'success', output: { n: 1 }, retryCount: 0 });
    expect(ran(text)).toEqual({ a: 'success', b: 'success' });
  });

  it('runs as ever with disabled: false, or where that is no boolean', () => {
    for (const off of ['false', '"true"', 'null'])
      expect(runScript(text.replace('disabled: true', `disabled: ${off}`)).effects).not.toEqual([]);
  });

  it('ran as ever in version 0.1, where the key had no meaning', () => {
    expect(runScript(text, { engine: '0.1.0' }).effects).not.toEqual([]);
  });

  it('fires the handlers of a success', () => {
    const run = runScript(
      'tasks: [{id: a, type: basic, disabled: true, on_start: {next: b}, on_complete: {next: c}}, {id: b, type: basic}, {id: c, type: basic}]',
    );
    expect([...run.view.tasks.keys()].toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('is not held to its schema, and says what of its own input cannot be had', () => {
    const schema = 'schema: {input: {type: object, required: [n], properties: {m: {default: 2}}}}';
    const misfit = runScript(`tasks: [{id: a, type: basic, disabled: true, ${schema}}]`);
    expect(misfit.view).toMatchObject({ status: 'success', output: {} });
    const fits = runScript(`tasks: [{id: a, type: basic, disabled: true, with: {n: 1}, ${schema}}]`);
    expect(fits.view.output).toEqual({ n: 1, m: 2 });
    const broken = runScript(`tasks: [{id: a, type: basic, disabled: true, with: {n: "{{ 1 / 0 }}"}}]`);
    expect(broken.view).toMatchObject({ status: 'success', output: null });
    expect(broken.events).toContainEqual(expect.objectContaining({ type: 'warning', taskId: 'a', path: 'with' }));
  });
});

describe('a disabled task of each type', () => {
  it.each([
    ['parallel', 'tasks: [{id: x, type: basic, use: core:http}]'],
    ['composite', 'tasks: [{id: x, type: basic, use: core:http}]'],
    ['collection', 'config: {items: "{{ [1, 2] }}"}, tasks: [{id: x, type: basic, use: core:http}]'],
    ['wait', 'config: {timeout: 1h, check_interval: 1m, condition: "{{ false }}"}'],
    ['map', 'config: {mapping: {m: 1}}'],
    ['decision', 'config: {condition: "{{ 1 }}", routes: {"1": z}}'],
    ['loop', 'use: core:http'],
  ])('%s: gives its input on, and nothing in it runs', (type, rest) => {
    const run = runScript(`tasks: [{id: a, type: ${type}, disabled: true, ${rest}}, {id: z, type: basic}]`, {
      input: { n: 1 },
    });
    expect(run.effects).toEqual([]);
    expect(run.view).toMatchObject({ status: 'success', output: { n: 1 } });
    expect([...run.view.tasks.keys()]).toEqual(['a']);
  });
});

/** What runs after a decision that is disabled. */
function decide(ways: string): Record<string, string> {
  return ran(yaml`
    tasks:
      - {id: a, type: decision, disabled: true, ${ways}}
      - {id: one, type: basic}
      - {id: other, type: basic}
      - {id: after, type: basic}
  `);
}

describe('a disabled decision', () => {
  const condition = 'condition: "{{ 1 }}", routes: {"1": one}';

  it('takes its default', () => {
    const ways = `config: {${condition}, default: {next: other}}, on_success: {next: after}`;
    expect(decide(ways)).toEqual({ a: 'success', other: 'success' });
  });

  it('without one takes what follows a condition that is not met, and then on_success', () => {
    const both = `config: {${condition}}, on_condition_nomatch: {next: other}, on_success: {next: after}`;
    expect(decide(both)).toEqual({ a: 'success', other: 'success' });
    expect(decide(`config: {${condition}}, on_success: {next: after}`)).toEqual({ a: 'success', after: 'success' });
  });

  it('ends its branch where nothing else leads on', () => {
    expect(decide(`config: {${condition}}`)).toEqual({ a: 'success' });
  });
});

test('a disabled task in a container takes its place in what that gives', () => {
  const run = runScript(yaml`
    tasks:
      - id: box
        type: composite
        tasks:
          - {id: x, type: basic, disabled: true, use: core:http, with: {n: 1}}
          - {id: y, type: basic, with: {m: "{{ tasks.x.output.n }}"}}
  `);
  expect(run.view.output).toEqual({ x: { n: 1 }, y: { m: 1 } });
});

test('a pin does not run what is disabled', () => {
  const run = runScript('tasks: [{id: a, type: basic, disabled: true, with: {n: 1}}]', {
    plan: { pins: { a: { kind: 'pinned', output: 7 } } },
  });
  expect(run.view.output).toEqual({ n: 1 });
});
