import { expect, test } from 'vitest';
import { editTexts, refusalIn, type Texts } from '../testing.ts';
import { renameDefinition } from './renameDefinition.ts';

const tool = '# one tool\r\nid: "fetch" # here\r\nuse: core:http\r\nschema: { input: {}, output: {} }\r\n';
const files = {
  'lib/fetch.yaml': tool,
  'a.yaml':
    'tools:\n- import: ./lib/fetch.yaml # c\ntasks:\n- {id: x, type: basic, use: {repo: tool, package: fetch}, with: {a: "{{ tools[\'fetch\'].output }}"}}\n',
  'named.yaml':
    'tools:\n- id: mine\n  import: ./lib/fetch.yaml\ntasks:\n- { id: fetch, type: basic, use: tool:mine }\n',
  'hash.yaml': 'tools:\n  - import: "lib/fetch.yaml#fetch"\n',
} satisfies Texts;

test('a file that is one definition is renamed in all that takes over its id', () => {
  const after = editTexts(files, (it, texts) => renameDefinition(it, { to: 'get', files: texts }));
  expect(after).toEqual({
    ...files,
    'lib/fetch.yaml': tool.replace('"fetch"', '"get"'),
    'a.yaml': files['a.yaml'].replace('package: fetch', 'package: get').replace("tools['fetch']", "tools['get']"),
    'hash.yaml': files['hash.yaml'].replace('#fetch', '#get'),
  });
});

test('a task is, where others lead to it and in what it reads of itself', () => {
  const step = 'id: step\ntype: basic\nuse: core:log\non_error: { with: { n: "{{ tasks.step.retry_count }}" } }\n';
  const flow = 'start: step\ntasks:\n  - import: step.yaml\n    on_error: { next: [again, step] }\n';
  const after = editTexts({ 'step.yaml': step, 'flow.yaml': flow }, (it, texts) =>
    renameDefinition(it, { to: 'last-step', files: texts }),
  );
  expect(after['step.yaml']).toBe(step.replaceAll('step', 'last-step'));
  expect(after['flow.yaml']).toBe(
    'start: last-step\ntasks:\n  - import: step.yaml\n    on_error: { next: [again, last-step] }\n',
  );
});

test.each([
  ['an id that a file which takes it over has', 'mine', 'DUPLICATE_ID'],
  ['what is no id', 'end', 'INVALID_ID'],
])('to %s it is refused', (_case, to, code) => {
  const taken = { ...files, 'taken.yaml': 'tools:\n  - import: lib/fetch.yaml\n  - { id: mine, use: core:kv }\n' };
  expect(refusalIn(taken, (it, texts) => renameDefinition(it, { to, files: texts }))).toBe(code);
});

test('without an id of its own there is nothing to rename', () => {
  const after = refusalIn({ 'a.yaml': 'use: core:http\n' }, (it, texts) =>
    renameDefinition(it, { to: 'x', files: texts }),
  );
  expect(after).toBe('UNKNOWN_RESOURCE');
});
