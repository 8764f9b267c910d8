import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import type { KeptMemory } from '#engine/worker';
import { listMemories } from './listMemories.ts';

function kept(id: string, use: string): KeptMemory {
  const part = { use, config: {} };
  return { memory: { id, storage: part, vector: { ...part, dimensions: 8 } }, threadCount: 1, messageCount: 2 };
}

const analysis = analyze(
  'a.yaml',
  yaml`
    memory: {id: chat, storage: {use: "core:indexeddb@1", config: {}}, vector: {use: "core:in-memory", dimensions: 8, config: {path: "{{ env.X }}"}}}
    agents:
      - {id: one, use: core:agent, memory: {id: own, vector: {use: core:in-memory, dimensions: 8, config: {}}}}
      - {id: two, use: core:agent, memory: {id: chat, vector: {use: core:in-memory, dimensions: 8, config: {}}}}
  `,
);

test('the memory of the workflow comes first, then those of agents; one id is one memory, as it is written first', () => {
  expect(listMemories(analysis, []).map(({ id, owner, storage }) => [id, owner, storage])).toEqual([
    ['chat', 'of this workflow', 'core:indexeddb'],
    ['own', 'of the agent one', 'core:in-memory'],
  ]);
  expect(listMemories(analysis, [])[0]?.memory).toMatchObject({ vector: { config: { path: '{{ env.X }}' } } });
});

test('what is kept here and is in no file follows, also where another place has the same id', () => {
  const all = [kept('chat', 'core:indexeddb'), kept('chat', 'core:in-memory'), kept('old', 'core:indexeddb')];
  const others = listMemories(analysis, all).slice(2);
  expect(others.map(({ id, owner }) => [id, owner])).toEqual([
    ['chat', 'in this tab'],
    ['old', 'in this browser'],
  ]);
  expect(new Set(listMemories(analysis, all).map(({ key }) => key)).size).toBe(4);
  expect(listMemories(null, all)).toHaveLength(3);
});
