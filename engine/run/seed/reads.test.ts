import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/index.ts';
import { runScript, SCRIPT_START, type Script, type ScriptedAnswer, yaml } from '../../testing/index.ts';

const START = '2026-01-01T00:00:00.000Z';
const mapped = (mapping: string, script?: Script) =>
  runScript(`tasks: [{id: a, type: map, config: {mapping: ${mapping}}}]`, script).view.output;

function said(object: JsonObject): ScriptedAnswer {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { value: { text: '', object, toolCalls: [], model: 'm-9', usage, simulated: false } };
}

describe('seed › Templates', () => {
  test('templates use double braces and read results of agents, tools and the environment', () => {
    const text = yaml`
      agents: [{id: g, use: core:agent, config: {provider: mock, model: m}, actions: [{id: x, instructions: I, output: {type: object}}]}]
      tools: [{id: t, use: core:http, schema: {input: {}, output: {}}}]
      tasks:
        - {id: a, type: basic, use: agent:g, on_success: {next: b}}
        - {id: b, type: basic, use: tool:t, with: {n: 1}, on_success: {next: c}}
        - {id: c, type: map, config: {mapping: ["{{ agents.g.output.data }}", "{{ tools.t.output.data }}", "{{ env.REGION }}"]}}
    `;
    const run = runScript(text, { answers: { a: said({ k: 1 }) }, env: { REGION: 'eu' } });
    expect(run.view.output).toEqual([{ k: 1 }, { n: 1 }, 'eu']);
  });
});

describe('seed › Task state', () => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, use: core:http, retry: {attempts: 1, backoff: fixed, interval: 1s}, on_complete: {next: s}, on_error: {next: end}}
      - {id: s, type: map, config: {mapping: "{{ tasks.a }}"}}
  `;
  const state = (...answers: ScriptedAnswer[]) =>
    runScript(text, { answers: { a: answers } }).view.tasks.get('s')?.output;

  test('of success: status, duration in milliseconds, start_time, end_time, retry_count, output', () => {
    expect(state({ error: 'X' }, { value: 7, after: 500 })).toEqual({
      status: 'success',
      duration: 1500,
      start_time: START,
      end_time: '2026-01-01T00:00:01.500Z',
      retry_count: 1,
      error: null,
      output: 7,
    });
  });

  test('of failure: status is error, and error is there', () => {
    expect(state({ error: 'X', details: { type: 't', reason: 'r' } })).toMatchObject({
      status: 'error',
      retry_count: 1,
      error: { code: 'X', message: 'scripted X', details: { type: 't', reason: 'r' } },
      output: null,
    });
  });

  test('of one that is executing: status is running', () => {
    const running = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_start: {next: s}}
        - {id: s, type: map, config: {mapping: "{{ tasks.a.status }}"}}
    `;
    expect(runScript(running, { answers: { a: { value: 1, after: 9 } } }).view.tasks.get('s')?.output).toBe('running');
  });
});

describe('seed › Expression context', () => {
  test('id is the current task id, type its type, status its status', () => {
    expect(mapped('["{{ id }}", "{{ type }}", "{{ status }}"]')).toEqual(['a', 'map', 'running']);
  });

  test('input is the task input data', () => {
    expect(mapped('"{{ input.n }}"', { input: { n: 4 } })).toBe(4);
  });

  test('output is the task output data', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, with: {n: 1}, on_success: {next: b, with: {got: "{{ output.n }}"}}}
        - {id: b, type: basic}
    `;
    expect(runScript(text).view.output).toEqual({ got: 1 });
  });

  test('error is the error information', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_error: {next: b, with: {got: "{{ error }}"}}}
        - {id: b, type: basic}
    `;
    const got = { code: 'X', message: 'scripted X', details: null };
    expect(runScript(text, { answers: { a: { error: 'X' } } }).view.output).toEqual({ got });
  });

  test('tasks is the data of other tasks: output, error, status, duration', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_error: {next: b}, on_success: {next: b}}
        - {id: b, type: map, config: {mapping: ["{{ tasks.a.output }}", "{{ tasks['a'].error.code ?? 'none' }}", "{{ tasks.a.status }}", "{{ tasks.a.duration }}"]}}
    `;
    const read = (answer: ScriptedAnswer) => runScript(text, { answers: { a: answer } }).view.output;
    expect(read({ value: 1, after: 20 })).toEqual([1, 'none', 'success', 20]);
    expect(read({ error: 'X', after: 20 })).toEqual([null, 'X', 'error', 20]);
  });

  test('now() returns the current timestamp', () => {
    expect(mapped('"{{ now() }}"')).toBe(new Date(SCRIPT_START).toISOString());
  });

  test('env is the environment variables', () => {
    expect(mapped('"{{ env.A }}"', { env: { A: 'x' } })).toBe('x');
  });

  test('item, index and batch_index are those of the collection', () => {
    const text = yaml`
      tasks:
        - id: a
          type: collection
          config: {items: "['p', 'q', 'r']", batch_size: 2}
          tasks: [{id: x, type: map, config: {mapping: ["{{ item }}", "{{ index }}", "{{ batch_index }}"]}}]
    `;
    expect(runScript(text).view.output).toEqual([
      ['p', 0, 0],
      ['q', 1, 0],
      ['r', 2, 1],
    ]);
  });

  test('operation_id is the current operation of a parallel task', () => {
    const text =
      'tasks: [{id: a, type: parallel, tasks: [{id: x, type: map, config: {mapping: "{{ operation_id }}"}}, {id: y, type: basic}]}]';
    expect(runScript(text).view.output).toEqual({ x: 'x', y: {} });
  });
});

describe('seed › Agent references', () => {
  const text = yaml`
    agents:
      - id: g
        use: core:agent
        config: {provider: p, model: m, url: "https://x.test", temperature: 0.5, max_tokens: 9, top_p: 1, frequency_penalty: 0, presence_penalty: 0}
        env: {WHO: ada}
        actions: [{id: x, instructions: "For {{ env.WHO }}", messages: [{role: user, content: Before}], output: {type: object}, config: {temperature: 0}}]
    tasks:
      - {id: a, type: basic, use: agent:g, on_success: {next: z}, on_error: {next: z}}
      - {id: z, type: map, config: {mapping: "{{ agents.g }}"}}
  `;

  test('agents.<id>.output holds data and metadata with model and timestamp', () => {
    const run = runScript(text, { answers: { a: said({ k: 1 }) } });
    expect(run.view.output).toMatchObject({
      output: { data: { k: 1 }, metadata: { model: 'm-9', timestamp: START } },
      error: null,
    });
  });

  test('agents.<id>.error is set when the agent fails', () => {
    const error = { code: 'X', message: 'scripted X', details: null };
    expect(runScript(text, { answers: { a: { error: 'X' } } }).view.output).toEqual({ output: null, error });
  });

  test('an agent calls its model provider with its configuration, and its action with instructions, messages and output', () => {
    const [call] = runScript(text, { answers: { a: said({}) } }).calls;
    expect(call).toMatchObject({
      type: 'model.call',
      provider: 'p',
      model: 'm',
      config: {
        url: 'https://x.test',
        temperature: 0,
        max_tokens: 9,
        top_p: 1,
        frequency_penalty: 0,
        presence_penalty: 0,
      },
      instructions: 'For ada',
      messages: [{ role: 'user', content: 'Before' }],
      outputSchema: { type: 'object' },
    });
  });

  test('agents use tools: an entry may give only id and config', () => {
    const tooled = yaml`
      agents: [{id: g, use: core:agent, config: {provider: p, model: m}, tools: [{id: t, config: {limit: 2}}]}]
      tools: [{id: t, use: core:http, config: {limit: 1, base_url: x}, schema: {input: {}, output: {}}}]
      tasks: [{id: a, type: basic, use: agent:g}]
    `;
    const ask = { text: '', object: null, toolCalls: [{ id: '1', name: 't', input: { q: 1 } }] };
    const run = runScript(tooled, { answers: { a: [{ value: ask }, { value: [] }, { value: { text: 'done' } }] } });
    expect(run.calls[1]).toMatchObject({
      type: 'tool.call',
      toolId: 't',
      config: { limit: 2, base_url: 'x' },
      input: { q: 1 },
    });
    expect(run.view.output).toBe('done');
  });
});

describe('seed › Tool references', () => {
  const text = yaml`
    tools:
      - id: t
        use: core:http
        config: {limit: 2}
        env: {KEY: k}
        schema: {config: {properties: {limit: {type: number}}}, input: {type: object}, output: {}}
    tasks:
      - {id: a, type: basic, use: tool:t, on_success: {next: z}, on_error: {next: z}}
      - {id: z, type: map, config: {mapping: "{{ tools.t }}"}}
  `;
  test('tools.<id>.output is an object with a data member, results and metadata with total and timestamp in it', () => {
    expect(runScript(text, { answers: { a: { value: [7, 8] } } }).view.output).toEqual({
      output: { data: { results: [7, 8], metadata: { total: 2, timestamp: START } } },
      error: null,
    });
  });

  test('tools.<id>.error is set when the tool fails', () => {
    const error = { code: 'X', message: 'scripted X', details: null };
    expect(runScript(text, { answers: { a: { error: 'X' } } }).view.output).toEqual({ output: null, error });
  });

  test('a tool is called with its configuration, environment and input, which fit its schemas', () => {
    expect(runScript(text, { input: { q: 1 } }).calls).toMatchObject([
      { toolId: 't', config: { limit: 2 }, env: { KEY: 'k' }, input: { q: 1 } },
    ]);
    expect(runScript(text.replace('limit: 2', 'limit: x')).view.tasks.get('a')?.error?.code).toBe(
      'CONFIGURATION_ERROR',
    );
  });
});
