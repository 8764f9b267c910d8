import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';
import { mergeDeep } from './tools.ts';

const text = yaml`
  env: {STAGE: test}
  tools:
    - id: search
      use: core:http
      env: {TOKEN: "t-{{ env.STAGE }}"}
      config: {base_url: "https://{{ env.STAGE }}.test", api_key: "{{ env.TOKEN }}"}
      schema:
        config: {type: object, properties: {base_url: {type: string}, limit: {type: number, default: 3}}}
        input: {type: object, required: [q], properties: {q: {type: string}, page: {type: number, default: 1}}}
        output: {type: array}
  tasks:
    - {id: t, type: basic, use: tool:search, on_success: {next: seen}, on_error: {next: seen}}
    - {id: seen, type: basic, with: {tool: "{{ tools.search }}"}}
`;

test('a tool is one call with its config, its env and defaults filled in', () => {
  const run = runScript(text, { input: { q: 'x' }, answers: { t: { value: [1, 2] } } });
  expect(run.calls).toMatchObject([
    {
      use: 'core:http',
      toolId: 'search',
      input: { q: 'x', page: 1 },
      config: { base_url: 'https://test.test', api_key: 't-test', limit: 3 },
      env: { STAGE: 'test', TOKEN: 't-test' },
      outputSchema: { type: 'array' },
    },
  ]);
  expect(run.view.tasks.get('t')?.output).toEqual([1, 2]);
  expect(run.view.output).toEqual({
    tool: {
      output: { data: { results: [1, 2], metadata: { total: 2, timestamp: '2026-01-01T00:00:00.000Z' } } },
      error: null,
    },
  });
});

test('a result that is no list is the data itself', () => {
  const run = runScript(text.replace('output: {type: array}', 'output: {}'), {
    input: { q: 'x' },
    answers: { t: { value: { n: 1 } } },
  });
  expect(run.view.output).toMatchObject({ tool: { output: { data: { n: 1 } } } });
});

test.each([
  ['input', { input: {} }, 'VALIDATION_ERROR', 'tool.input'],
  ['output', { input: { q: 'x' }, answers: { t: { value: 7 } } }, 'VALIDATION_ERROR', 'tool.output'],
])('an %s that does not fit fails the task', (_, script, code, type) => {
  const run = runScript(text, script);
  expect(run.view.tasks.get('t')).toMatchObject({ status: 'error', error: { code, details: { type } } });
  expect(run.view.output).toMatchObject({ tool: { output: null, error: { code } } });
});

test('a config that does not fit is a CONFIGURATION_ERROR, before any call', () => {
  const run = runScript(text.replace('base_url: {type: string}', 'base_url: {type: number}'), { input: { q: 'x' } });
  expect(run.view.tasks.get('t')?.error).toMatchObject({
    code: 'CONFIGURATION_ERROR',
    details: { type: 'tool.config' },
  });
  expect(run.calls).toEqual([]);
});

test('a credential reaches the call and no event', () => {
  const run = runScript(text, { input: { q: 'x' }, answers: { t: { value: [] } } });
  expect(JSON.stringify(run.events)).not.toContain('t-test');
});

test('an unknown reference is a REFERENCE_ERROR that names the existing ones', () => {
  const run = runScript(
    'tools: [{id: s, use: "core:http", schema: {input: {}, output: {}}}]\ntasks: [{id: t, type: basic, use: "tool:x"}]',
  );
  expect(run.view.error).toMatchObject({ code: 'REFERENCE_ERROR', message: expect.stringContaining('tool:s') });
});

test.each(['core:javascript', 'core/javascript'])('the code of a task that uses %s is never a template', (use) => {
  const code = 'return `{{ input.n }}`;';
  const run = runScript(`tasks: [{id: a, type: basic, use: "${use}", with: {code: ${JSON.stringify(code)}}}]`);
  expect(run.calls).toMatchObject([{ use: 'core:javascript', input: { code } }]);
});

test.each(['core:hash', 'core/hash', '{repo: core, package: hash}'])(
  'a built-in written %s is one and the same',
  (use) => {
    const direct = runScript(`tasks: [{id: a, type: basic, use: ${use.startsWith('{') ? use : JSON.stringify(use)}}]`);
    expect(direct.calls).toMatchObject([{ type: 'tool.call', use: 'core:hash' }]);
  },
);

test('a simulated run calls it all the same, to be answered from schemas', () => {
  const run = runScript('tasks: [{id: t, type: basic, use: "acme:x"}]', {
    simulate: true,
    answers: { t: { value: 1, simulated: true } },
  });
  expect(run.calls).toMatchObject([{ use: 'acme:x', simulate: true }]);
  expect(run.view.tasks.get('t')).toMatchObject({ status: 'success', simulated: true });
});

test('a tool of an MCP server is called by its name there, by a task and by a definition without a schema', () => {
  expect(runScript('tasks: [{id: t, type: basic, use: "mcp:files/read", with: {path: a}}]').calls).toMatchObject([
    { type: 'tool.call', use: 'mcp:files/read', toolId: null, input: { path: 'a' } },
  ]);
  const defined =
    'tools: [{id: read, use: "mcp:files/read", config: {n: 1}}]\ntasks: [{id: t, type: basic, use: "tool:read"}]';
  expect(runScript(defined).calls).toMatchObject([{ use: 'mcp:files/read', toolId: 'read', config: { n: 1 } }]);
});

test('imports that are not loaded are an IMPORT_ERROR, not a task without work', () => {
  expect(runScript('tasks: [{id: t, type: basic, import: "./x.yaml"}]').view.error).toMatchObject({
    code: 'IMPORT_ERROR',
  });
  const tool = runScript('tools: [{id: s, import: "./x.yaml"}]\ntasks: [{id: t, type: basic, use: "tool:s"}]');
  expect(tool.view.error).toMatchObject({ code: 'IMPORT_ERROR' });
  const agent = runScript('agents: [{id: g, import: "acme:g"}]\ntasks: [{id: t, type: basic, use: "agent:g"}]');
  expect(agent.view.error).toMatchObject({ code: 'IMPORT_ERROR' });
});

test('the code of a JavaScript tool is never a template', () => {
  const run = runScript(
    'tasks: [{id: t, type: basic, use: "core:javascript", with: {code: "return `{{ x }}`", n: "{{ 1 + 1 }}"}}]',
  );
  expect(run.calls).toMatchObject([{ input: { code: 'return `{{ x }}`', n: 2 } }]);
});

test('the seed of a call depends on the seed of the run and its place, not on the id of the run', () => {
  const seeds = [
    { seed: 1, runId: 'a' },
    { seed: 1, runId: 'b' },
    { seed: 2, runId: 'a' },
  ].map((script) => runScript('tasks: [{id: t, type: basic, use: "core:log"}]', script).calls[0]?.seed);
  expect(seeds[0]).toBe(seeds[1]);
  expect(seeds[0]).not.toBe(seeds[2]);
});

test('maps merge deeply, all else is replaced', () => {
  expect(mergeDeep({ a: { x: 1, y: 1 }, b: [1], c: 1 }, { a: { y: 2 }, b: [2], d: null })).toEqual({
    a: { x: 1, y: 2 },
    b: [2],
    c: 1,
    d: null,
  });
});
