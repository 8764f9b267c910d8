import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { addDataset } from './addDataset.ts';

beforeAll(loadPatterns);

const agents = (provider: string) =>
  `agents: [{ id: clerk, use: 'core:agent', config: { provider: ${provider}, model: m }, actions: [{ id: sort, instructions: Sort. }] }]
tasks: [{ id: sort, type: basic, use: 'agent:clerk', on_success: { next: log } }, { id: log, type: basic }]
`;

function add(keys: readonly string[], flow: string, text = ''): string {
  const added = addDataset({ analysis: analyze('flow.yaml', flow), text, each: './mails.csv', keys });
  if (!added.ok) throw new Error(added.error.message);
  return added.value.text;
}

test('keys of rows are the input, agents are asked for real, and the wanted answer is compared', () => {
  expect(add(['id', 'text', 'tone', 'ideal'], agents('openai'))).toBe(`tests:
  - name: mails
    each: ./mails.csv
    input:
      text: "{{ row.text }}"
      tone: "{{ row.tone }}"
    answers:
      sort: live
    score: "{{ output == row.ideal }}"
`);
});

const declared = (...names: readonly string[]) =>
  `schema: { input: { type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(', ')} } } }\n`;

test('what the input declares is filled; one text of another name gets what the user said last', () => {
  expect(add(['text', 'tone'], declared('text', 'length') + agents('mock'))).toBe(`tests:
  - name: mails
    each: ./mails.csv
    input:
      text: "{{ row.text }}"
`);
  expect(add(['messages', 'prompt', 'ideal'], declared('question') + agents('mock'))).toContain(
    'question: "{{ row.prompt }}"',
  );
});

test('the one value that a workflow gives is what is compared', () => {
  expect(add(['ideal'], `${agents('mock')}outputs: { topic: '{{ tasks.sort.output }}' }\n`)).toContain(
    'score: "{{ output.topic == row.ideal }}"',
  );
});

test('it comes behind the tests that there are, under a name of its own', () => {
  const text = '# Kept.\ntests:\n  - name: mails\n';
  expect(add([], agents('mock'), text)).toBe(`${text}  - name: mails 2\n    each: ./mails.csv\n`);
});

test('what reaches out is simulated, so that the rows can be played at once', () => {
  const text = add(
    ['city'],
    `tools: [{ id: crm, use: 'core:http', config: { base_url: 'https://crm.test' } }]
tasks:
  - { id: fetch, type: basic, use: core:http, with: { url: 'https://a.test' }, on_success: { next: store } }
  - { id: store, type: basic, use: 'tool:crm', on_success: { next: save } }
  - { id: save, type: basic, use: core:file, with: { operation: write, path: a.txt, content: b }, on_success: { next: shape } }
  - { id: shape, type: basic, use: core:javascript, with: { code: 'return 1' } }
`,
  );
  expect(text).toContain('answers:\n      fetch: simulate\n      store: simulate\n      save: simulate\n');
});
