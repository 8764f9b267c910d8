import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Json, type JsonObject, jsonObject } from '../../../base/index.ts';
import { MemoryLab } from '../../../testing/memory/MemoryLab.ts';
import { serveLoopback } from '../../../testing/serving/serveLoopback.ts';
import { createLocalEmbedder } from './localEmbedder.ts';

/** What was asked, last one last. */
let asked: { readonly path: string; readonly headers: JsonObject; readonly body: JsonObject }[] = [];
let answer: (texts: readonly string[]) => Json = () => null;

const server = await serveLoopback((request, response) => void reply(request, response));
const url = server.url.replace(/\/$/, '');

beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(request)) as JsonObject; // What embedders send.
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  asked.push({ path: request.url ?? '', headers: jsonObject(headers), body });
  response.end(JSON.stringify(answer(textsIn(body))));
}

function textsIn(body: JsonObject): readonly string[] {
  const found = body['input'] ?? body['texts'] ?? body['requests'];
  const list = found as readonly (string | { content: { parts: { text: string }[] } })[]; // As the providers take them.
  return list.map((each) => (typeof each === 'string' ? each : (each.content.parts[0]?.text ?? '')));
}

/** Four numbers that distinguish texts. */
const vectorOf = (content: string): number[] => [content.length, 1, content.charCodeAt(0), 2];

const openAi = (texts: readonly string[]): Json => ({
  data: texts.map((each, index) => ({ index, embedding: vectorOf(each) })).toReversed(),
});

test.each([
  [
    'openai',
    {},
    openAi,
    '/embeddings',
    { model: 'text-embedding-3-small', dimensions: 4, encoding_format: 'float' },
    ['authorization', 'Bearer k'],
  ],
  [
    'openai',
    { model: 'text-embedding-ada-002', project: 'p' },
    openAi,
    '/embeddings',
    { model: 'text-embedding-ada-002', encoding_format: 'float' },
    ['openai-project', 'p'],
  ],
  [
    'mistral',
    {},
    openAi,
    '/embeddings',
    { model: 'mistral-embed', encoding_format: 'float' },
    ['authorization', 'Bearer k'],
  ],
  [
    'openai-compatible',
    { model: 'bge' },
    openAi,
    '/embeddings',
    { model: 'bge', encoding_format: 'float' },
    ['authorization', 'Bearer k'],
  ],
  [
    'ollama',
    {},
    (texts: readonly string[]) => ({ embeddings: texts.map(vectorOf) }),
    '/api/embed',
    { model: 'nomic-embed-text' },
    ['content-type', 'application/json'],
  ],
  [
    'cohere',
    {},
    (texts: readonly string[]) => ({ embeddings: { float: texts.map(vectorOf) } }),
    '/v2/embed',
    { model: 'embed-v4.0', input_type: 'search_document', embedding_types: ['float'], output_dimension: 4 },
    ['authorization', 'Bearer k'],
  ],
  [
    'google',
    { project: 'p' },
    (texts: readonly string[]) => ({ embeddings: texts.map((each) => ({ values: vectorOf(each) })) }),
    '/models/gemini-embedding-001:batchEmbedContents',
    {},
    ['x-goog-api-key', 'k'],
  ],
] as const)('%s %j is asked in its own way', async (use, config, reply, path, body, [header, value]) => {
  answer = reply;
  const lab = new MemoryLab({});
  const memory = {
    ...lab.memory,
    vector: { use: 'core:in-memory', dimensions: 4, config: {} },
    embedder: { use, config: { url, apiKey: 'k', ...config } },
  };
  const messages = [
    { role: 'user', content: 'hello there' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'x' },
  ] as const;
  await lab.ask({ op: 'append', messages }, { memory });
  const found = await lab.ask({ op: 'search', text: 'x', maxResults: 2 }, { memory });
  expect(found.semantic_search.map(({ content }) => content)).toEqual(['x', 'hello there']);
  expect(found.semantic_search[0]?.similarity).toBeCloseTo(1);
  expect(asked.map((each) => each.path)).toEqual([path, path]);
  expect(asked[0]?.headers[header]).toBe(value);
  const { input: _input, texts: _texts, requests, ...rest } = asked[0]?.body ?? {};
  expect(rest).toEqual(body);
  if (use === 'google') {
    const [first] = requests as readonly Json[]; // Asserted next.
    expect(first).toEqual({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text: 'hello there' }] },
      taskType: 'RETRIEVAL_DOCUMENT',
      outputDimensionality: 4,
    });
  }
  if (use === 'cohere') expect(asked[1]?.body['input_type']).toBe('search_query');
});

test('more texts than a provider takes at once are asked for in several requests, in order', async () => {
  answer = (texts) => ({ embeddings: { float: texts.map(vectorOf) } });
  const lab = new MemoryLab({});
  const memory = {
    ...lab.memory,
    vector: { use: 'core:in-memory', dimensions: 4, config: {} },
    embedder: { use: 'cohere', config: { url, apiKey: 'k' } },
  };
  const messages = Array.from({ length: 200 }, (_each, n) => ({ role: 'user' as const, content: 'y'.repeat(n + 1) }));
  await lab.ask({ op: 'append', messages }, { memory });
  expect(asked.map(({ body }) => textsIn(body).length)).toEqual([96, 96, 8]);
});

test('core:local makes the same vector of the same text on every machine', async () => {
  const [vector] = await createLocalEmbedder(6)(['Grüße, 漢字 and a telephone!'], 'keep');
  expect(Array.from(vector ?? [], (value) => Math.round(value * 1000))).toMatchInlineSnapshot(`
    [
      -100,
      -933,
      -267,
      -1700,
      200,
      -600,
    ]
  `);
});

test('core:local finds the same words, other forms and misspellings before anything else, and no meaning', async () => {
  const embed = createLocalEmbedder(384);
  const texts = ['paying my invoices', 'the invioce is not payed', 'a bill to settle', 'the cat sleeps on the sofa'];
  const [query, ...others] = await embed(['How do I pay the invoice?', ...texts], 'keep');
  const similarities = others.map((other) => cosine(query, other));
  const [forms = 0, spelling = 0, meaning = 0, other = 0] = similarities;
  expect(Math.min(forms, spelling)).toBeGreaterThan(0.3);
  expect(Math.max(meaning, other)).toBeLessThan(0.2);
});

test('core:local finds words in scripts without blanks, and makes zeros of a text without letters', async () => {
  const [query, like, other, none] = await createLocalEmbedder(384)(
    ['請求書を送ってください', '先月の請求書', '猫が好きです', '🙂 …'],
    'keep',
  );
  expect(cosine(query, like)).toBeGreaterThan(cosine(query, other) + 0.2);
  expect(none?.every((value) => value === 0)).toBe(true);
});

function cosine(a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
