import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { describeTask } from './describeTask.ts';

const RESOURCES = `agents:
  - id: triage
    use: core:agent
    actions: [{id: classify, instructions: x, output: {}}]
  - id: writer
    use: core:agent
    config: {provider: openai, model: gpt-5-mini}
    actions: [{id: reply, instructions: x, output: {}}]
  - id: clerk
    use: core:agent
    config: {model: small}
    actions: [{id: file, instructions: x, config: {model: large}}, {id: find, instructions: x}]
  - id: voter
    use: core:agent
    config: {model: "{{ env.MODEL ? env.MODEL : 'small' }}"}
    actions: [{id: vote, instructions: x}]
tools:
  - {id: docs, use: "core:http", schema: {input: {}, output: {}}}
`;

function describe(fields: string) {
  const { workflow } = analyze('a.yaml', `${RESOURCES}tasks: [{id: a, ${fields}}]\n`);
  const [task] = workflow.tasks;
  if (!task) throw new Error('no task');
  return describeTask(workflow, task);
}

test.each([
  ['type: basic, use: "agent:triage"', 'agent', 'agent:triage · classify'],
  ['type: basic, use: "agent:writer"', 'agent', 'writer · gpt-5-mini'],
  ['type: basic, use: "agent:clerk", action: find', 'agent', 'clerk · find · small'],
  ['type: basic, use: "agent:clerk", action: file', 'agent', 'clerk · file · large'],
  ['type: basic, use: "agent:voter"', 'agent', 'agent:voter · vote'],
  ['type: basic, use: "tool:docs"', 'tool', 'tool:docs'],
  ['type: basic, use: "core:log"', 'core:log', 'core:log'],
  ['type: basic, use: "mcp:ops/incidents"', 'tool', 'mcp:ops/incidents'],
  ['type: basic, use: "acme:thing"', 'basic', 'acme:thing'],
  ['type: basic', 'basic', 'Passes its input through'],
  ['type: basic, import: ./other.yaml', 'basic', './other.yaml'],
  ['type: decision, config: {condition: "{{ input.x }}"}', 'decision', '{{ input.x }}'],
  ['type: decision, config: {routes: {a: end}}', 'decision', '1 route'],
  ['type: parallel, tasks: [{id: b, type: map}, {id: c, type: map}]', 'parallel', '2 tasks'],
  ['type: map, config: {mapping: {x: 1}}', 'map', '1 field'],
  ['type: wait, config: {signal: approved}', 'wait', 'signal approved'],
  ['type: loopy, use: "core:log"', 'unknown', 'Unknown type “loopy”'],
])('a task with %s is a %s that says “%s”', (fields, kind, uses) => {
  expect(describe(fields)).toMatchObject({ title: 'a', kind, uses });
});

test('the whole of what is used names the action also where the line does not', () => {
  expect(describe('type: basic, use: "agent:writer"').usesWhole).toBe('agent:writer · reply · gpt-5-mini');
});

test.each([
  ['type: wait, config: {condition: "{{ x }}", timeout: 5m, check_interval: 10s}', 'every 10s · up to 5m'],
  ['type: wait, config: {signal: paid, timeout: "{{ env.T }}"}', 'up to {{ env.T }}'],
  ['type: wait, config: {timeout: 5m, check_interval: 10s}', 'for 5m'],
  ['type: collection, config: {items: "{{ input.rows }}", batch_size: 5}', '{{ input.rows }} · batches of 5'],
  ['type: basic, retry: {attempts: 1, backoff: fixed, interval: 500ms}', '1 retry · fixed from 500ms'],
  ['type: basic', null],
])('the line for progress of a task with %s plans “%s”', (fields, plan) => {
  expect(describe(fields).plan).toBe(plan);
});

test('a name comes before the id, and a task without either says so', () => {
  expect(describe('type: map, name: Shape it').title).toBe('Shape it');
  const { workflow } = analyze('a.yaml', 'tasks: [{type: map}]');
  expect(workflow.tasks.map((task) => describeTask(workflow, task).title)).toEqual(['Task without id']);
});

test.each([
  ['use: "core:workflow", with: {file: flows/refund.yaml}', 'flows/refund.yaml'],
  ['use: "core:workflow", with: {file: ./refund.yaml}', 'refund.yaml'],
  ['use: "core:workflow", with: {file: "{{ input.which }}.yaml"}', null],
  ['use: "core:workflow", with: {file: refund.test.yaml}', null],
  ['use: "tool:docs", with: {file: refund.yaml}', null],
])('%s leads to %s', (fields, opens) => {
  expect(describe(`type: basic, ${fields}`).opens).toBe(opens);
});
