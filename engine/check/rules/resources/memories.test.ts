import { describe, expect, test } from 'vitest';
import { applyFix, findingsIn } from '../../testing.ts';

const memory = (parts: string, dimensions: number | string = 8) =>
  `memory: { id: m, vector: { use: core:in-memory, dimensions: ${dimensions}, config: {} }, ${parts} }\ntasks: [{ id: t, type: basic }]`;

describe('the parts of a memory', () => {
  test.each([
    ['storage: { use: core:in-memory, config: {} }'],
    ['storage: { use: core/indexeddb, config: {} }'],
    ['storage: { use: { repo: upstash, package: redis, version: "1" }, config: {} }'],
    ['storage: { use: core:redis, config: {} }', 'UNKNOWN_BACKEND core:redis'],
    ['storage: { use: chroma:http, config: {} }', 'UNKNOWN_BACKEND chroma:http'],
    ['embedder: { use: openai, config: { apiKey: "{{ env.KEY }}" } }', 'UNKNOWN_VARIABLE'],
    ['embedder: { use: openai:text-embedding-3-small, config: {} }', 'UNKNOWN_BACKEND openai:text-embedding-3-small'],
    ['embedder: { use: "two words", config: {} }', 'INVALID_REFERENCE "two words"'],
    ['storage: { use: openai, config: {} }', 'INVALID_REFERENCE openai'],
  ])('%s', (parts, ...expected) => {
    const found = findingsIn(memory(parts)).filter((finding) => !finding.startsWith('UNKNOWN_VARIABLE'));
    expect(found).toEqual(expected.filter((finding) => finding !== 'UNKNOWN_VARIABLE'));
  });

  test('that are nearly right are fixed', () => {
    expect(applyFix(memory('storage: { use: upstash:radis, config: {} }'), 'UNKNOWN_BACKEND')).toContain(
      'upstash:redis',
    );
    expect(applyFix(memory('embedder: { use: openai:small, config: {} }'), 'UNKNOWN_BACKEND')).toContain(
      'use: openai,',
    );
  });

  test('of an agent’s own memory are looked at too', () => {
    const own =
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m }, memory: { id: m, vector: { use: acme:store, dimensions: 8, config: {} } } }]\ntasks: [{ id: t, type: basic, use: agent:a }]';
    expect(findingsIn(own)).toEqual(['UNKNOWN_BACKEND acme:store']);
  });
});

const sized = (use: string, dimensions: number, model = '') =>
  findingsIn(memory(`embedder: { use: ${use}, config: {${model === '' ? '' : ` model: ${model} `}} }`, dimensions));

describe('dimensions', () => {
  test.each([
    ['ollama', 768, ''],
    ['openai', 512, ''],
    ['openai', 3072, 'text-embedding-3-large'],
    ['openai', 7, 'an-unknown-model'],
    ['core:local', 7, ''],
    ['openai-compatible', 7, 'nomic-embed-text'],
  ])('of %s may be %d for %s', (use, dimensions, model) => {
    expect(sized(use, dimensions, model)).toEqual([]);
  });

  test.each([
    ['ollama', 384, ''],
    ['openai', 3072, ''],
    ['mistral', 1025, 'mistral-embed'],
  ])('of %s are never %d for %s', (use, dimensions, model) => {
    expect(sized(use, dimensions, model)).toEqual([`WRONG_DIMENSIONS ${dimensions}`]);
  });

  test.each([
    ['0', 'OUT_OF_RANGE 0'],
    ['65537', 'OUT_OF_RANGE 65537'],
    ['1.5', 'WRONG_TYPE 1.5'],
  ])('of %s are refused', (dimensions, expected) => {
    expect(findingsIn(memory('', dimensions))).toEqual([expected]);
  });
});

test.each([
  ['lastMessages: -1', 'OUT_OF_RANGE -1'],
  ['semanticRecall: { maxResults: -5 }', 'OUT_OF_RANGE -5'],
  ['workingMemory: { enabled: maybe }', 'WRONG_TYPE maybe'],
])('options out of range are refused: %s', (options, expected) => {
  expect(findingsIn(memory(`options: { ${options} }`))).toEqual([expected]);
});
