import { describe, expect, test } from 'vitest';
import { type Json } from '../../base/index.ts';
import { runScript, type ScriptResult, yaml } from '../../testing/index.ts';
import { listItems, planFailed } from './listItems.ts';

/** Two steps for each item, of which the first calls a tool. */
const TWO_STEPS = yaml`
  tasks:
    - id: before
      type: basic
      use: core:http
      on_success: {next: each, with: {items: "{{ output }}"}}
    - id: each
      type: collection
      config: {continue_on_error: true}
      on_item_success: {next: note}
      on_success: {next: after}
      tasks:
        - {id: call, type: basic, use: core:http, with: {item: "{{ item }}"}}
        - {id: keep, type: basic, with: {got: "{{ tasks.call.output }}"}}
    - {id: note, type: basic, use: core:log}
    - {id: after, type: basic, with: {all: "{{ tasks.each.output }}"}}
`;

/** The collection itself calls the tool. */
const OWN_USE = yaml`
  tasks:
    - id: each
      type: collection
      use: core:http
      config: {continue_on_error: true}
`;

const ITEMS: Json = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

const inside = (run: ScriptResult) => (id: number) =>
  [...run.view.activations.values()].filter(({ parent }) => parent === id).map(({ activation }) => activation);

function itemsOf(run: ScriptResult, taskId = 'each') {
  const collection = run.view.tasks.get(taskId);
  return collection === undefined ? [] : listItems(run.view, collection, inside(run));
}

const done = (word: Json): Json => ({ call: { done: word }, keep: { got: { done: word } } });

/** Fails for the second item. */
const second = (call: { readonly type: string; readonly input?: Json }) =>
  JSON.stringify(call.input).includes('"b"') ? { error: 'EXECUTION_ERROR' } : { value: { done: true } };

function record() {
  return runScript(TWO_STEPS, { answers: { before: { value: ITEMS }, call: second } });
}

describe('the items of a collection', () => {
  test('have what they are, how they ended, what they gave and what failed', () => {
    const items = itemsOf(record());
    expect(items.map(({ index, status }) => [index, status])).toEqual([
      [0, 'success'],
      [1, 'error'],
      [2, 'success'],
    ]);
    expect(items[0]).toMatchObject({
      item: { id: 'a' },
      output: { call: { done: true }, keep: { got: { done: true } } },
    });
    expect(items[1]).toMatchObject({ item: { id: 'b' }, output: null, error: { code: 'EXECUTION_ERROR' } });
  });

  test('that it calls a tool for itself are its calls', () => {
    const run = runScript(OWN_USE, { input: { items: ITEMS }, answers: { each: second } });
    expect(itemsOf(run).map(({ status, item }) => [status, item])).toEqual([
      ['success', { id: 'a' }],
      ['error', { id: 'b' }],
      ['success', { id: 'c' }],
    ]);
  });
});

describe('a run of what failed', () => {
  test('runs the failed items alone, and gives what all of them gave', () => {
    const recorded = record();
    const collection = recorded.view.tasks.get('each');
    if (collection === undefined) throw new Error('It ran no collection');
    const plan = planFailed(recorded, collection, inside(recorded));
    if (plan === null) throw new Error('It has no plan');
    const again = runScript(TWO_STEPS, { plan, answers: { call: { value: { done: 'now' } } } });
    expect(again.calls.filter((call) => JSON.stringify(call).includes('"call"'))).toHaveLength(1);
    expect(again.order.filter((id) => id === 'note')).toHaveLength(1);
    expect([...again.view.activations.values()].filter(({ taskId }) => taskId === 'call')).toHaveLength(1);
    expect(again.view.output).toEqual({ all: [done(true), done('now'), done(true)] });
    expect(again.view.tasks.get('each')?.progress).toEqual({ done: 3, total: 3, failed: 0 });
  });

  test('knows the items of a collection inside of a collection', () => {
    const text = yaml`
      tasks:
        - id: outer
          type: collection
          config: {items: "{{ input.lists }}", continue_on_error: true}
          tasks:
            - id: inner
              type: collection
              config: {items: "{{ item }}", continue_on_error: true}
              tasks: [{id: call, type: basic, use: core:http, with: {item: "{{ item }}"}}]
    `;
    const input: Json = { lists: [['a'], ['c', 'b', 'd']] };
    const recorded = runScript(text, { input, answers: { call: second } });
    const outer = recorded.view.tasks.get('outer');
    const plan = outer === undefined ? null : planFailed(recorded, outer, inside(recorded));
    expect(plan?.items).toEqual({
      outer: { 0: [{ done: true }] },
      'outer[0]/inner': { 0: { done: true } },
      'outer[1]/inner': { 0: { done: true }, 2: { done: true } },
    });
    const again = runScript(text, { input, plan: plan ?? {} });
    expect(again.calls).toHaveLength(1);
  });
});
