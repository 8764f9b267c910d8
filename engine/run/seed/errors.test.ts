import { describe, expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

const FAILED = { answers: { a: { error: 'EXECUTION_ERROR', details: { type: 'http', reason: 'gone' } } } } as const;
const ERROR = {
  code: 'EXECUTION_ERROR',
  message: 'scripted EXECUTION_ERROR',
  details: { type: 'http', reason: 'gone' },
};

const readingText = (use: string, read: string) => yaml`
  agents: [{id: g, use: core:agent, config: {provider: p, model: m}}]
  tools: [{id: t, use: core:http, schema: {input: {}, output: {}}}]
  tasks:
    - {id: a, type: basic, use: "${use}", on_error: {next: z}}
    - {id: z, type: map, config: {mapping: "{{ ${read} }}"}}
`;

describe('seed › Errors', () => {
  test('the error of an agent, a tool and a task is code, message and details', () => {
    expect(runScript(readingText('agent:g', 'agents.g.error'), FAILED).view.output).toEqual(ERROR);
    expect(runScript(readingText('tool:t', 'tools.t.error'), FAILED).view.output).toEqual(ERROR);
    expect(runScript(readingText('core:http', 'tasks.a.error'), FAILED).view.output).toEqual(ERROR);
    expect(runScript(readingText('core:http', 'tasks.a.status'), FAILED).view.output).toBe('error');
  });

  test('an on_error handler runs when a task fails', () => {
    const text = 'tasks: [{id: a, type: basic, use: "core:http", on_error: {next: z}}, {id: z, type: basic}]';
    expect(runScript(text, FAILED).order).toEqual(['a', 'z']);
  });

  test('schema validation failure in a map task calls on_validation_error', () => {
    const text =
      'tasks: [{id: a, type: map, schema: {input: {required: [x]}}, on_validation_error: {next: z}}, {id: z, type: basic}]';
    expect(runScript(text).order).toEqual(['a', 'z']);
  });
});

describe('seed › States', () => {
  test.each([
    ['running', { never: true }],
    ['success', { value: 1 }],
    ['error', { error: 'X' }],
  ] as const)('a task is %s', (status, answer) => {
    const run = runScript('tasks: [{id: a, type: basic, use: "core:http"}]', { answers: { a: answer } });
    expect(run.statuses).toEqual({ a: status });
  });
});

describe('seed › Authentication', () => {
  test('environment values are read as env.<NAME>, and a credential is in no event', () => {
    const text = yaml`
      tools: [{id: t, use: core:http, config: {api_key: "{{ env.KEY }}"}, schema: {input: {}, output: {}}}]
      tasks: [{id: a, type: basic, use: tool:t}]
    `;
    const run = runScript(text, { env: { KEY: 'hidden-value' }, answers: { a: { value: 1 } } });
    expect(run.calls).toMatchObject([{ config: { api_key: 'hidden-value' } }]);
    expect(JSON.stringify(run.events)).not.toContain('hidden-value');
  });
});

describe('seed › Limits', () => {
  test('task settings that are absent have no bounds of the seed: all operations run at once, nothing times out', () => {
    const text =
      'tasks: [{id: p, type: parallel, tasks: [{id: x, type: basic, use: "core:http"}, {id: y, type: basic, use: "core:http"}]}]';
    const run = runScript(text, { answers: { x: { value: 1, after: 10 ** 9 }, y: { value: 1 } } });
    expect(run.view.status).toBe('success');
    expect(run.calls).toHaveLength(2);
  });
});

describe('seed › Implementation reference and Versioning', () => {
  test.each([
    ['core:hash', 'core:hash'],
    ['core/hash', 'core:hash'],
    ['core:hash@1.2.0', 'core:hash@1.2.0'],
    ['{repo: core, package: hash}', 'core:hash'],
    ['{repo: core, package: hash, version: "1.2.0"}', 'core:hash@1.2.0'],
  ])('use may be %s', (use, called) => {
    const quoted = use.startsWith('{') ? use : `"${use}"`;
    const run = runScript(`tasks: [{id: a, type: basic, use: ${quoted}}]`, { simulate: true });
    expect(run.calls).toMatchObject([{ use: called }]);
  });
});
