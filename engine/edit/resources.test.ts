import { describe, expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../testing/index.ts';
import {
  addAction,
  addAgent,
  addMemory,
  addRoute,
  addTool,
  removeResource,
  removeRoute,
  renameResource,
  setField,
} from './index.ts';

const block = yaml`
  # top
  agents:
      # first
      - id: a   # beside
        use: core:agent
        actions:
        - id: one
          instructions: &text |+
            Keep

          output: {}

      - id: b
        use: core:agent
        actions: [{ id: two, instructions: *text, output: {} }]
  tools: [{ id: t, use: core:http, schema: { input: {}, output: {} } }]
  tasks:
      - id: d
        type: decision
        config:
            routes:
                # short
                x: d # loop
                y: { next: end }
`;
const flow =
  '{agents: [{id: a, use: "core:agent", actions: [{id: one, instructions: x, output: {}}]}, {id: b, use: "core:agent"}], tools: [{id: t, use: "core:http", schema: {input: {}, output: {}}}], tasks: [{id: d, type: decision, config: {routes: {x: d, y: {next: end}}}}]}';
const styles = { block, 'CRLF ': block.replaceAll('\n', '\r\n'), flow, 'no final newline': block.trimEnd() };

describe.each(Object.entries(styles))('in %s text', (_, text) => {
  test('what is added and removed again leaves no trace', () => {
    const roundTrips = [
      [addAgent, { kind: 'agent', id: 'agent' }],
      [addTool, { kind: 'tool', id: 'tool' }],
    ] as const;
    for (const [add, name] of roundTrips) {
      const added = editText(text, (it) => add(it, {})).text;
      expect(added).not.toBe(text);
      expect(editText(added, (it) => removeResource(it, name)).text).toBe(text);
    }
    const acted = editText(text, (it) => addAction(it, { agent: 'a' })).text;
    const action = { kind: 'action', agent: 'a', id: 'answer' } as const;
    expect(editText(acted, (it) => removeResource(it, action)).text).toBe(text);
    const routed = editText(text, (it) => addRoute(it, { id: 'd', key: 'z' })).text;
    expect(editText(routed, (it) => removeRoute(it, { id: 'd', key: 'z' })).text).toBe(text);
  });

  test('an agent gets a separate memory, and loses it', () => {
    const added = editText(text, (it) => addMemory(it, { agent: 'a', id: 'm' })).text;
    const name = { kind: 'memory', agent: 'a', id: 'm' } as const;
    const renamed = editText(added, (it) => renameResource(it, { ...name, to: 'mind' })).text;
    expect(renamed.replace('mind', 'm')).toBe(added);
    expect(editText(added, (it) => removeResource(it, name)).text).toBe(text);
    expect(refusalOf(added, (it) => addMemory(it, { agent: 'a' }))).toBe('DUPLICATE_ID');
    expect(refusalOf(added, (it) => addMemory(it, { agent: 'none' }))).toBe('UNKNOWN_RESOURCE');
    expect(refusalOf(added, (it) => addMemory(it, { id: ' ' }))).toBe('INVALID_ID');
  });

  test('a memory never shares its id with another by chance: two with one id are one store', () => {
    const shared = editText(text, (it) => addMemory(it, { agent: 'a' })).text;
    const both = editText(shared, (it) => addMemory(it, {})).text;
    expect([...both.matchAll(/id: (memory[\w-]*)/g)].map(([, id = '']) => id).sort()).toEqual(['memory', 'memory-2']);
  });

  test('a field is set and unset', () => {
    const path = ['agents', 1, 'config', 'model'];
    const added = editText(text, (it) => setField(it, { path, value: '{{ env.MODEL }}' })).text;
    expect(added).toContain('"{{ env.MODEL }}"');
    expect(editText(added, (it) => setField(it, { path, value: undefined })).text).toBe(text);
  });
});

test('a route written short takes a condition, and keeps its comments', () => {
  const path = ['tasks', 0, 'config', 'routes', 'x', 'condition'];
  const after = editText(block, (it) => setField(it, { path, value: '{{ value > 1 }}' })).text;
  expect(after).toContain('# short\n');
  expect(after).toMatch(/x: # loop\n +condition: "\{\{ value > 1 \}\}"\n +next: d\n/);
});

test('the node an alias refers to is not removed', () => {
  expect(refusalOf(block, (it) => removeResource(it, { kind: 'agent', id: 'a' }))).toBe('ALIAS_BROKEN');
});

test('two agents keep sharing a memory that only one of them renames', () => {
  const text =
    'memory: { id: m }\nagents:\n  - { id: a, use: core:agent, memory: { id: m }, instructions: "{{ memory.m.last_messages }}" }\n';
  const after = editText(text, (it) => renameResource(it, { kind: 'memory', id: 'm', agent: 'a', to: 'own' })).text;
  expect(after).toBe(text.replace('memory: { id: m }, instr', 'memory: { id: own }, instr'));
});
