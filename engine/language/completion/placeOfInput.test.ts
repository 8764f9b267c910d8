import { expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { yaml } from '../../testing/index.ts';
import { placeOfInput } from './placeOfInput.ts';

const analysis = analyze(
  'a.yaml',
  yaml`
    tools:
      - id: mail
        use: core:http
        schema: { input: { type: object, required: [to, text], properties: { to: {}, text: {}, subject: {} } } }
    tasks:
      - { id: choose, type: decision, config: { condition: "{{ input != null }}" } }
      - { id: each, type: collection, config: { items: [] } }
      - { id: shape, type: map, config: { mapping: { sum: 1, count: 2 } } }
      - { id: note, type: basic, use: "core:log" }
      - { id: send, type: basic, use: "tool:mail", with: { to: a } }
      - { id: plain, type: basic, with: { data: 1 } }
  `,
);

it.each([
  ['the condition of a decision', 'choose', 'data', ['tasks', 0, 'config', 'condition']],
  ['the items of a loop', 'each', 'data', ['tasks', 1, 'config', 'items']],
  ['the first value that a map shapes', 'shape', 'data', ['tasks', 2, 'config', 'mapping', 'sum']],
  ['the input that a built-in takes', 'note', 'data', ['tasks', 3, 'with', 'message']],
  ['an input of its name', 'send', 'subject', ['tasks', 4, 'with', 'subject']],
  ['the first input that is missing', 'send', 'data', ['tasks', 4, 'with', 'text']],
  ['a name that is free', 'plain', 'data', ['tasks', 5, 'with', 'data_2']],
])('a value goes into %s', (_, id, name, path) => {
  expect(placeOfInput(analysis, id, { name, mcpTools: [] })).toEqual(path);
});

it('of a task that is gone there is no place', () => {
  expect(placeOfInput(analysis, 'gone', { name: 'data', mcpTools: [] })).toBeNull();
});
