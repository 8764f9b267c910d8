import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { listResources } from './ResourcesPanel.tsx';

test('agents, tools and memory in order, each with what says most about it', () => {
  const { workflow } = analyze(
    'w.yaml',
    'memory: {id: chat}\nagents:\n  - {id: a, use: core:agent, config: {model: gpt}, actions: [{id: x}]}\n  - {id: b}\n  - {id: c, import: ./c.yaml}\ntools:\n  - {id: t, use: core:http}\n',
  );
  expect(listResources(workflow)).toEqual([
    { kind: 'agent', id: 'a', detail: 'gpt · 1 action' },
    { kind: 'agent', id: 'b', detail: 'no implementation · 0 actions' },
    { kind: 'agent', id: 'c', detail: './c.yaml' },
    { kind: 'tool', id: 't', detail: 'core:http' },
    { kind: 'memory', id: 'chat', detail: 'of the workflow' },
  ]);
});
