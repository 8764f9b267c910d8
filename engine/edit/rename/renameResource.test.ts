import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { addAction, addAgent, addMemory, addTool } from '../commands/addResource.ts';
import { removeResource, renameResource } from './renameResource.ts';

const text = yaml`
  memory:
    id: chat
    vector: { use: core:in-memory, dimensions: 384, config: {} }
  agents:
    - id: triage # first line
      use: core:agent
      memory: { id: chat, vector: { use: core:in-memory, dimensions: 384, config: {} } }
      tools:
        - id: docs
        - id: own
          use: core:http
      actions:
        - id: classify
          instructions: Sort.
          output: {}
  tools:
    - id: docs
      use: core:http
      schema: { input: {}, output: {} }
  tasks:
    - id: a
      type: basic
      use: agent:triage
      action: classify
      with: { x: "{{ agents.triage.output.data }} {{ memory.chat.last_messages }}" }
    - id: b
      type: basic
      use: { repo: tool, package: docs }
      with: { y: "{{ tools.docs.output.data }}" }
`;

test('an agent is renamed where it is used and read', () => {
  expect(editText(text, (it) => renameResource(it, { kind: 'agent', id: 'triage', to: 'sorter' })).text).toBe(
    text
      .replace('id: triage #', 'id: sorter #')
      .replace('agent:triage', 'agent:sorter')
      .replace('agents.triage', 'agents.sorter'),
  );
});

test('a tool is renamed in objects and in the tools of agents that name it', () => {
  expect(editText(text, (it) => renameResource(it, { kind: 'tool', id: 'docs', to: 'wiki' })).text).toBe(
    text
      .replaceAll('id: docs', 'id: wiki')
      .replace('package: docs', 'package: wiki')
      .replace('tools.docs', 'tools.wiki'),
  );
});

test('an action is renamed in the tasks that run it', () => {
  expect(
    editText(text, (it) => renameResource(it, { kind: 'action', agent: 'triage', id: 'classify', to: 'sort' })).text,
  ).toBe(text.replaceAll('classify', 'sort'));
});

test('memory is renamed for all that share it', () => {
  expect(editText(text, (it) => renameResource(it, { kind: 'memory', id: 'chat', to: 'talk' })).text).toBe(
    text.replaceAll('chat', 'talk'),
  );
});

test('a resource is removed, its list with the last', () => {
  expect(editText(text, (it) => removeResource(it, { kind: 'tool', id: 'docs' })).text).toBe(
    text.replace('tools:\n  - id: docs\n    use: core:http\n    schema: { input: {}, output: {} }\n', ''),
  );
});

test('new resources are written with starting values', () => {
  const small = 'tasks: []\n';
  expect(editText(small, (it) => addAgent(it, {})).text).toBe(yaml`
    agents:
      - id: agent
        use: core:agent
        config:
          provider: mock
          model: mock-1
        actions:
          - id: answer
            instructions: Answer the question in one paragraph.
            output:
              type: object
              properties:
                answer:
                  type: string
              required:
                - answer
    tasks: []
  `);
  expect(editText(text, (it) => addTool(it, { id: 'docs' })).text).toContain('  - id: docs-2\n    use: core:http\n');
  expect(editText(text, (it) => addAction(it, { agent: 'triage' })).text).toContain(
    '      - id: answer\n        instructions:',
  );
  expect(editText(small, (it) => addMemory(it, {})).text).toContain('memory:\n  id: memory\n  vector:\n');
});

test('is refused for unknown names, taken ids and a second memory', () => {
  expect(refusalOf(text, (it) => renameResource(it, { kind: 'agent', id: 'x', to: 'y' }))).toBe('UNKNOWN_RESOURCE');
  expect(refusalOf(text, (it) => renameResource(it, { kind: 'agent', id: 'triage', to: '' }))).toBe('INVALID_ID');
  expect(refusalOf(text.replace('id: own', 'id: own'), (it) => removeResource(it, { kind: 'tool', id: 'own' }))).toBe(
    'UNKNOWN_RESOURCE',
  );
  expect(refusalOf(text, (it) => addMemory(it, {}))).toBe('DUPLICATE_ID');
  expect(refusalOf(text, (it) => addAction(it, { agent: 'x' }))).toBe('UNKNOWN_RESOURCE');
});

test.each(['a b', 'a@1', ' a'])('an agent cannot be called %j: “use” could not name it', (to) => {
  const text = 'agents:\n  - { id: x, use: core:agent }\ntasks:\n  - { id: t, type: basic, use: agent:x }\n';
  expect(refusalOf(text, (it) => renameResource(it, { kind: 'agent', id: 'x', to }))).toBe('INVALID_ID');
});
