import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { runScript, type ScriptedAnswer, yaml } from '../../testing/index.ts';
import type { ModelCall } from '../contract/Effect.ts';

const text = yaml`
  agents:
    - id: triage
      use: core:agent
      with: {tone: kind}
      instructions: Work for {{ input.tone }} people.
      config: {provider: mock, model: m-1, temperature: 0, api_key: "{{ env.KEY }}"}
      env: {KEY: "k-{{ env.REGION }}"}
      tools:
        - {id: lookup, config: {limit: 5}}
      actions:
        - id: classify
          instructions: "Classify: {{ input.subject }}"
          config: {temperature: 0.5}
          messages:
            - {role: system, content: Be short.}
            - {role: assistant, content: "About {{ input.subject }}?"}
          output:
            type: object
            required: [kind]
            properties: {kind: {type: string}}
  tools:
    - id: lookup
      use: core:http
      config: {base_url: "https://x.test", limit: 1}
      schema:
        input: {type: object, required: [q], description: Looks things up., properties: {q: {type: string}}}
        output: {type: array}
  tasks:
    - id: t
      type: basic
      use: agent:triage
      with: {subject: refund}
      on_success: {next: seen}
    - {id: seen, type: basic, with: {agent: "{{ agents.triage.output }}", tool: "{{ tools.lookup.output ?? null }}"}}
`;

function answer(object: Json, more: JsonObject = {}): ScriptedAnswer {
  return {
    value: {
      text: JSON.stringify(object),
      object,
      toolCalls: [],
      model: 'm-1',
      usage: { input_tokens: 1, output_tokens: 2 },
      simulated: false,
      ...more,
    },
  };
}

function modelCalls(calls: readonly { readonly type: string }[]): ModelCall[] {
  return calls.filter((call): call is ModelCall => call.type === 'model.call');
}

test('an action is one call of its model: instructions, messages, user message, merged config, output schema', () => {
  const run = runScript(text, { env: { REGION: 'eu' }, answers: { t: answer({ kind: 'money' }) } });
  expect(run.view.tasks.get('t')?.output).toEqual({ kind: 'money' });
  expect(modelCalls(run.calls)).toMatchObject([
    {
      key: 'run/t/1/1/1',
      agentId: 'triage',
      provider: 'mock',
      model: 'm-1',
      config: { temperature: 0.5, api_key: 'k-eu' },
      instructions: 'Work for kind people.\n\nClassify: refund',
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'assistant', content: 'About refund?' },
        { role: 'user', content: '{"tone":"kind","subject":"refund"}' },
      ],
      tools: [{ name: 'lookup', description: 'Looks things up.' }],
      outputSchema: { type: 'object', required: ['kind'] },
    },
  ]);
});

test('agents.<id>.output is data with metadata; a credential is never in an event', () => {
  const run = runScript(text, { env: { REGION: 'eu' }, answers: { t: answer({ kind: 'money' }) } });
  expect(run.view.output).toEqual({
    agent: {
      data: { kind: 'money' },
      metadata: {
        model: 'm-1',
        timestamp: '2026-01-01T00:00:00.000Z',
        provider: 'mock',
        usage: { input_tokens: 1, output_tokens: 2 },
        simulated: false,
      },
    },
    tool: null,
  });
  expect(JSON.stringify(run.events)).not.toContain('k-eu');
});

test('input.prompt is the user message; an empty input gives none', () => {
  const bare =
    'agents: [{id: a, use: "core:agent", config: {provider: mock, model: m}}]\ntasks: [{id: t, type: basic, use: "agent:a"}]';
  const said = (input: Json) => modelCalls(runScript(bare, { input, answers: { t: answer('hi') } }).calls)[0]?.messages;
  expect(said({ prompt: 'Hello', other: 1 })).toEqual([{ role: 'user', content: 'Hello' }]);
  expect(said({})).toEqual([]);
});

test('without an output schema the answer is its text', () => {
  const bare =
    'agents: [{id: a, use: "core:agent", config: {provider: mock, model: m}}]\ntasks: [{id: t, type: basic, use: "agent:a"}]';
  expect(runScript(bare, { answers: { t: answer(null, { text: 'Hello.' }) } }).view.output).toBe('Hello.');
});

describe('an answer that does not fit', () => {
  test('is sent back with what is wrong, and the repaired one counts', () => {
    const run = runScript(text, {
      answers: { t: [answer({ sort: 'x' }), answer(null, { text: '```json\n{"kind": "late"}\n```' })] },
    });
    expect(run.view.tasks.get('t')).toMatchObject({ status: 'success', output: { kind: 'late' } });
    const [, second] = modelCalls(run.calls);
    expect(second?.key).toBe('run/t/1/1/2');
    expect(second?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: '{"sort":"x"}' },
      { role: 'user', content: expect.stringContaining('kind') },
    ]);
  });

  test('fails with VALIDATION_ERROR after two repair turns', () => {
    const run = runScript(text, { answers: { t: answer({ sort: 'x' }) } });
    expect(modelCalls(run.calls)).toHaveLength(3);
    expect(run.view.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { type: 'agent.output' } });
  });
});

const asks = (name: string, input: Json): ScriptedAnswer =>
  answer(null, { text: '', toolCalls: [{ id: 'c1', name, input }] });

describe('tool calls', () => {
  test('are recorded steps whose results go back to the model', () => {
    const run = runScript(text, {
      answers: {
        t: (call, count) =>
          call.type === 'tool.call'
            ? { value: [1, 2], after: 5 }
            : count === 0
              ? asks('lookup', { q: 'x' })
              : answer({ kind: 'k' }),
      },
    });
    expect(run.calls.map(({ type, key }) => [type, key])).toEqual([
      ['model.call', 'run/t/1/1/1'],
      ['tool.call', 'run/t/1/1/2'],
      ['model.call', 'run/t/1/1/3'],
    ]);
    expect(run.calls[1]).toMatchObject({
      use: 'core:http',
      toolId: 'lookup',
      input: { q: 'x' },
      config: { base_url: 'https://x.test', limit: 5 },
    });
    expect(modelCalls(run.calls)[1]?.messages.at(-1)).toEqual({ role: 'tool', content: '[1,2]', toolCallId: 'c1' });
    expect(run.view.output).toMatchObject({ tool: { data: { results: [1, 2], metadata: { total: 2 } } } });
  });

  test.each([
    ['0.3.0', 'This run can use lookup.'],
    // A run that was recorded before has the words of then.
    ['0.2.0', 'There is: lookup.'],
  ])('that fail, or name no tool, are reported to the model', (engine, words) => {
    const answers = { t: [asks('lookup', {}), asks('nothing', {}), answer({ kind: 'k' })] };
    const run = runScript(text, { answers, engine });
    expect(run.view.status).toBe('success');
    const last = modelCalls(run.calls)
      .at(-1)
      ?.messages.filter(({ role }) => role === 'tool');
    expect(last).toMatchObject([
      { content: expect.stringContaining('VALIDATION_ERROR') },
      { content: expect.stringContaining(words) },
    ]);
  });

  test('end after max_steps', () => {
    const run = runScript(text, { answers: { t: asks('nothing', {}) } });
    expect(run.view.error).toMatchObject({ code: 'LIMIT_ERROR', details: { type: 'agent.steps' } });
    expect(modelCalls(run.calls)).toHaveLength(10);
    expect(run.calls).toHaveLength(10);
    const before = runScript(text, { answers: { t: asks('nothing', {}) }, engine: '0.2.0' });
    expect(modelCalls(before.calls)).toHaveLength(11);
    expect(before.view.error).toEqual(run.view.error);
  });

  test('and answers that are sent back count, too', () => {
    const few = text.replace('provider:', 'max_steps: 2, provider:');
    expect(few).not.toBe(text);
    const misfits = runScript(few, { answers: { t: answer({ wrong: 1 }) } });
    expect(misfits.view.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(modelCalls(misfits.calls)).toHaveLength(2);
    const both = runScript(few, { answers: { t: [asks('nothing', {}), answer({ kind: 'k' })] } });
    expect(both.view.status).toBe('success');
    const before = runScript(few, { answers: { t: answer({ wrong: 1 }) }, engine: '0.2.0' });
    expect(modelCalls(before.calls)).toHaveLength(3);
  });
});

test('a failure sets agents.<id>.error and nulls its output', () => {
  const handled = text
    .replace('on_success: {next: seen}', 'on_error: {next: seen}')
    .replace('{{ agents.triage.output }}', '{{ agents.triage }}');
  const run = runScript(handled, { answers: { t: { error: 'PROVIDER_ERROR' } } });
  expect(run.view.output).toMatchObject({ agent: { output: null, error: { code: 'PROVIDER_ERROR' } } });
});

test('an agent of several actions needs one named, and says which there are', () => {
  const two =
    'agents: [{id: a, use: "core:agent", config: {provider: mock, model: m}, actions: [{id: x, instructions: i, output: {}}, {id: y, instructions: i, output: {}}]}]';
  const unnamed = runScript(`${two}\ntasks: [{id: t, type: basic, use: "agent:a"}]`);
  expect(unnamed.view.error).toMatchObject({ code: 'REFERENCE_ERROR', message: expect.stringContaining('x, y') });
  const wrong = runScript(`${two}\ntasks: [{id: t, type: basic, use: "agent:a", action: z}]`);
  expect(wrong.view.error).toMatchObject({ code: 'REFERENCE_ERROR', message: expect.stringContaining('"z"') });
});

test('an agent of an unknown package runs as core:agent where it names a provider, with a warning', () => {
  const known = runScript(
    'agents: [{id: a, use: "acme:bot", config: {provider: mock, model: m}}]\ntasks: [{id: t, type: basic, use: "agent:a"}]',
    { answers: { t: answer('hi') } },
  );
  expect(known.view.status).toBe('success');
  expect(known.view.warnings).toMatchObject([{ code: 'UNKNOWN_AGENT' }]);
  const unknown = runScript('agents: [{id: a, use: "acme:bot"}]\ntasks: [{id: t, type: basic, use: "agent:a"}]');
  expect(unknown.view.error).toMatchObject({ code: 'REFERENCE_ERROR' });
});
