import { expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { yaml } from '../../testing/index.ts';
import { findUses } from './findUses.ts';
import type { ResourceName } from './renameResource.ts';

const text = yaml`
  memory: { id: m, vector: { use: core:in-memory, dimensions: 3, config: {} } }
  agents:
    - id: a
      use: core:agent
      instructions: "{{ agents.a.error }}"
      memory: { id: m, vector: { use: core:in-memory, dimensions: 3, config: {} } }
      actions: [{ id: one, instructions: x, output: {} }]
      tools: [{ id: t, config: {} }, { id: t, use: core:http }]
  tools:
    - { id: t, use: core:csv, schema: { input: {}, output: {} } }
  tasks:
    - { id: x, type: basic, use: agent:a, action: one }
    - id: box
      type: composite
      tasks:
        - { id: y, type: basic, use: "core:csv", with: { rows: "{{ tools.t.output }} {{ tools.t.error }} {{ memory['m'].last_messages }}" } }
        - { id: z, type: basic, use: agent:a }
  outputs: { o: "{{ agents['a'].output }}" }
`;

const files = new Map([
  ['w.yaml', text],
  ['other.yaml', 'agents:\n  - import: w.yaml#a\ntasks:\n  - { id: a, type: map, import: w.yaml#a }\n'],
]);

function uses(resource: ResourceName): string[] {
  const found = findUses(analyze('w.yaml', text), resource, files);
  return found.map(({ file, path, taskId }) => `${file}:${path.join('.')}:${taskId ?? ''}`);
}

test('finds what names a resource, reads it or imports it', () => {
  expect(uses({ kind: 'agent', id: 'a' })).toEqual([
    'w.yaml:tasks.0.use:x',
    'w.yaml:tasks.1.tasks.1.use:z',
    'w.yaml:outputs.o:',
    'other.yaml:agents.0.import:',
  ]);
  expect(uses({ kind: 'action', agent: 'a', id: 'one' })).toEqual([
    'w.yaml:tasks.0.action:x',
    'w.yaml:tasks.1.tasks.1.use:z',
  ]);
  expect(uses({ kind: 'tool', id: 't' })).toEqual([
    'w.yaml:agents.0.tools.0.id:',
    'w.yaml:tasks.1.tasks.0.with.rows:y',
  ]);
  expect(uses({ kind: 'memory', id: 'm' })).toEqual([
    'w.yaml:agents.0.memory.id:',
    'w.yaml:tasks.1.tasks.0.with.rows:y',
  ]);
  expect(uses({ kind: 'agent', id: 'none' })).toEqual([]);
});
