import { describe, expect, test } from 'vitest';
import { runScript, type Script, type ScriptedAnswer, yaml } from '../../testing/index.ts';

const text = yaml`
  agents:
    - { id: a, use: core:agent, config: { provider: p, model: m } }
    - { id: b, use: core:agent, config: { provider: p, model: other } }
  tasks:
    - { id: one, type: basic, use: agent:a, on_success: { next: two } }
    - { id: two, type: basic, use: agent:a, on_success: { next: three } }
    - { id: three, type: basic, use: agent:b }
`;

const answer: ScriptedAnswer = {
  value: { text: 'x', model: 'm', usage: { input_tokens: 1_000, output_tokens: 500 } },
};
const answers = { one: answer, two: answer, three: answer };
const prices = [{ provider: 'p', model: 'm', input: 2, output: 4 }];
const run = (script: Script = {}) => runScript(text, { answers, ...script });

describe('the usage of models', () => {
  test('is summed up for calls, tasks and the run; without prices no cost is known', () => {
    const { view, events } = run();
    expect(view.usage).toEqual({ input_tokens: 3_000, output_tokens: 1_500, cost: null, unpriced: 3 });
    expect(view.tasks.get('one')?.usage).toEqual({ input_tokens: 1_000, output_tokens: 500, cost: null, unpriced: 1 });
    expect(events.filter((event) => 'cost' in event)).toEqual([]);
  });

  test('is absent where no model has answered', () => {
    const { view } = runScript('tasks: [{ id: t, type: basic, use: core:log }]');
    expect('usage' in view).toBe(false);
    expect(run({ answers: { one: { error: 'PROVIDER_ERROR' } } }).view.usage).toBeUndefined();
  });

  test('costs what the run’s prices say, and answers without a price are counted apart', () => {
    const { view } = run({ prices });
    expect(view.tasks.get('one')?.effects[0]?.usage?.cost).toBe(0.004);
    expect(view.tasks.get('three')?.usage).toMatchObject({ cost: null, unpriced: 1 });
    expect(view.usage).toMatchObject({ cost: 0.008, unpriced: 1 });
  });

  test('of turns that were sent back, and of attempts that failed, counts too', () => {
    const strict = text.replace(
      'model: m }',
      'model: m }, actions: [{ id: x, instructions: i, output: { type: number } }]',
    );
    const { view } = runScript(strict, { answers });
    expect(view.tasks.get('one')).toMatchObject({ status: 'error', usage: { input_tokens: 3_000 } });
  });
});

describe('a budget', () => {
  test.each([
    ['tokens', { tokens: 1_499 }],
    ['cost', { cost: 0.0039 }],
  ])('of %s that is passed pauses the run, and keeps the answer', (_, budget) => {
    const { view, isFinished } = run({ budget, prices });
    expect(isFinished).toBe(false);
    expect(view.paused).toMatchObject({ reason: 'budget', next: { taskId: 'two' } });
    expect(view.tasks.get('one')).toMatchObject({ status: 'success', output: 'x' });
    expect(view.activations.size).toBe(1);
  });

  test('that is just reached does not', () => {
    expect(run({ budget: { tokens: 1_500 } }).view.paused).toMatchObject({ next: { taskId: 'three' } });
  });

  test('is raised by whoever resumes the run', () => {
    const { view } = run({
      budget: { tokens: 1_000 },
      inputs: [{ after: 50, type: 'run.resumed', budget: { tokens: 10_000 } }],
    });
    expect(view).toMatchObject({ status: 'success', paused: null });
  });

  test('that is not raised pauses the run again after the next answer', () => {
    const { view } = run({ budget: { tokens: 1_000 }, inputs: [{ after: 50, type: 'run.resumed' }] });
    expect(view.paused).toMatchObject({ reason: 'budget', next: { taskId: 'three' } });
  });

  test('stops an agent between two turns', () => {
    const asks: ScriptedAnswer = {
      value: {
        text: '',
        toolCalls: [{ id: 'c', name: 'none', input: {} }],
        usage: { input_tokens: 9, output_tokens: 0 },
      },
    };
    const { calls, view } = run({ budget: { tokens: 5 }, answers: { one: asks } });
    expect(calls).toHaveLength(1);
    expect(view.tasks.get('one')?.status).toBe('running');
  });

  test('of cost warns of a model whose price is not known', () => {
    const { view } = run({ budget: { cost: 1 }, prices });
    expect(view.warnings).toMatchObject([{ code: 'PRICE_UNKNOWN', taskId: 'three' }]);
    expect(run({ prices }).view.warnings).toEqual([]);
  });
});
