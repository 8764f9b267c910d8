import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { runTest } from '../index.ts';
import { failuresOf } from '../testing.ts';
import { saveTest } from './saveTest.ts';

beforeAll(() => loadPatterns());

/** The test that a run becomes, which passes as it is. @param given the key `answers` of the run, and others */
async function save(workflow: string, given: string): Promise<string> {
  const analysis = analyze('flow.yaml', workflow);
  const { file, findings } = readTestFile(`tests: [{ name: a, ${given} }]`);
  const [own] = file.tests;
  if (own === undefined) throw new Error('There is a test');
  const { played } = await runTest({ analysis, test: own, findings });
  const saved = await saveTest({ analysis, events: played.events, name: 'a', text: '' });
  if (!saved.ok) throw new Error(saved.error.message);
  expect(await failuresOf(workflow, saved.value.text)).toEqual([]);
  return saved.value.text;
}

describe('a saved test notices', () => {
  test('that a task calls something which called nothing', async () => {
    // A model that answers by itself needs no answer of the test.
    const flow = `agents: [{ id: clerk, use: 'core:agent', config: { provider: mock, model: m, mock: { responses: [done] } }, actions: [{ id: go, instructions: Go, output: {} }] }]
tasks:
  - { id: ask, type: basic, use: 'agent:clerk', with: { n: '{{ toNumber("x") }}' }, on_error: { next: end } }
  - { id: end, type: basic }
`;
    const text = await save(flow, 'input: {}');
    expect(text).toContain('ask: {calls: 0}');
    expect(await failuresOf(flow.replace('toNumber("x")', '1'), text)).toContain('CALLS');
  });

  test('that another thing is sent for an item of many, and that more is sent for each', async () => {
    const items = Array.from({ length: 9 }, (_, index) => index);
    const flow = `tasks: [{ id: all, type: collection, use: 'mcp:shop/send', config: { items: [${items.join()}] }, with: { to: '{{ item }}' } }]\n`;
    const text = await save(flow, 'answers: { all: { output: 1 } }');
    expect(text).toContain('{use: "mcp:shop/send", sent: {exactly: {to: 0}}, times: 1}');
    expect(await failuresOf(flow.replace('{{ item }}', '{{ item + 1 }}'), text)).toContain('CALLS');
    expect(await failuresOf(flow.replace("'{{ item }}'", "'{{ item }}', cc: x"), text)).toContain('CALLS');
  });

  test('a task that starts besides very many others', async () => {
    const items = Array.from({ length: 300 }, (_, index) => index);
    const flow = `tasks:
  - { id: all, type: collection, config: { items: [${items.join()}] }, tasks: [{ id: one, type: basic, with: { n: 1 } }], on_success: { next: last } }
  - { id: last, type: basic, on_success: { next: end } }
  - { id: rare, type: basic, on_success: { next: end } }
  - { id: first, type: decision, config: { condition: 'false', routes: { 'true': rare, 'false': all } } }
`;
    const ordered = flow.replace('tasks:\n', `tasks:\n${flow.split('\n').at(-2)}\n`).replace(/\n[^\n]*\n$/, '\n');
    const text = await save(ordered, 'input: {}');
    expect(text).toContain('never: [rare]');
    expect(await failuresOf(ordered.replace("condition: 'false'", "condition: 'true'"), text)).toContain('NEVER');
  });

  test('that a task is computed which failed, where the run goes the same way after it', async () => {
    const flow = `tasks:
  - { id: read, type: map, config: { mapping: { n: "{{ 1 / 0 }}" } }, on_success: { next: last }, on_error: { next: last } }
  - { id: last, type: basic, with: { n: 1 } }
`;
    const text = await save(flow, 'input: {}');
    expect(text).toContain('tasks.read.error.code ==');
    expect(await failuresOf(flow.replace('1 / 0', '1 / 2'), text)).toContain('THAT');
  });

  test('that many tasks start in another order', async () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const flow = `tasks:
  - id: all
    type: collection
    config: { items: [${items.join()}], mode: sequential }
    tasks: [{ id: one, type: basic, with: { n: 1 }, on_success: { next: two } }, { id: two, type: basic }]
`;
    const text = await save(flow, 'input: {}');
    expect(await failuresOf(flow.replace('sequential', 'parallel'), text)).toContain('PATH');
  });

  test('an output of a run that gave none', async () => {
    const flow = `tasks:
  - { id: hold, type: wait, config: { condition: 'false', timeout: 20ms, check_interval: 10ms }, with: { n: 1 }, on_error: { next: end } }
`;
    const text = await save(flow, 'input: {}');
    expect(text).toContain('equals: null');
    expect(await failuresOf(flow.replace('id: hold,', 'id: hold, disabled: true,'), text)).toContain('EQUALS');
  });

  test('what a task computed in its rounds, although the last of them failed', async () => {
    const items = Array.from({ length: 10 }, (_, index) => (index === 9 ? 'x' : index));
    const flow = `tasks:
  - id: all
    type: collection
    config: { items: [${items.map((item) => JSON.stringify(item)).join()}], continue_on_error: true }
    tasks: [{ id: one, type: basic, with: { n: '{{ toNumber(item) }}' } }]
`;
    const text = await save(flow, 'input: {}');
    expect(await failuresOf(flow.replace('toNumber(item)', 'toNumber(item) + 1'), text)).toContain('TASK_OUTPUT');
  });

  test('that items which ask an agent with tools take turns, instead of one after the other', async () => {
    const flow = `tools: [{ id: look, use: 'mcp:shop/look', schema: { input: { type: object }, output: {} } }]
agents: [{ id: clerk, use: 'core:agent', config: { provider: openai, model: m }, tools: [{ id: look }], actions: [{ id: go, instructions: Go, output: {} }] }]
tasks: [{ id: all, type: collection, use: 'agent:clerk', config: { items: [1, 2], mode: sequential }, with: { q: '{{ item }}' } }]
`;
    const asked = '{ tool_calls: [{ name: look, input: { of: it } }] }';
    const item = `${asked}, { tool: look, output: 1 }, { output: done }`;
    const text = await save(flow, `answers: { all: [${item}, ${item}] }`);
    expect(text).toMatch(/calls: \[\{\}, \{exactly: \{of: it\}\}, \{\}, \{\}, \{exactly: \{of: it\}\}, \{\}\]/);
    expect(await failuresOf(flow.replace('sequential', 'parallel'), text)).toContain('SENT');
  });
});
