import 'fake-indexeddb/auto';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { MemoryLab } from '../../testing/memory/MemoryLab.ts';
import { servingTests } from '../../testing/serving/servingTests.ts';
import { createMemoryHome, type MemoryHome } from './MemoryHome.ts';

const serve = servingTests();

afterEach(() => {
  vi.restoreAllMocks();
});

function openHome(): MemoryHome {
  return createMemoryHome({ indexedDb: globalThis.indexedDB });
}

const HELLO = { op: 'append', messages: [{ role: 'user', content: 'hello' }] } as const;

const codeOf = (outcome: Outcome): string | null => (outcome.ok ? null : outcome.error.code);
const reasonOf = (outcome: Outcome): unknown => (outcome.ok ? null : (outcome.error.details as JsonObject)['reason']);

test.each([
  ['no id', {}, { id: '' }, 'CONFIGURATION_ERROR', 'id'],
  ['no vector', {}, { vector: null }, 'CONFIGURATION_ERROR', 'vector'],
  ['half a dimension', {}, { vector: { use: 'core:in-memory', dimensions: 1.5 } }, 'CONFIGURATION_ERROR', 'dimensions'],
  ['an unknown storage', { storage: { use: 'mongo:atlas', config: {} } }, {}, 'REFERENCE_ERROR', 'unresolved'],
  ['a name of every object', { storage: { use: 'constructor', config: {} } }, {}, 'REFERENCE_ERROR', 'unresolved'],
  [
    'Redis without a token',
    { storage: { use: 'upstash:redis', config: { url: 'http://x' } } },
    {},
    'CONFIGURATION_ERROR',
    'missing',
  ],
  ['Chroma without an address', { vector: { use: 'chroma:http', config: {} } }, {}, 'CONFIGURATION_ERROR', 'missing'],
  ['an embedder without a key', {}, { embedder: { use: 'openai', config: {} } }, 'CONFIGURATION_ERROR', 'missing'],
  ['a number that is none', {}, { options: { lastMessages: 'ten' } }, 'CONFIGURATION_ERROR', 'options'],
] as const)('%s is refused before anything is written', async (_what, backends, change, code, reason) => {
  const lab = new MemoryLab(backends);
  const outcome = await lab.perform(HELLO, { memory: { ...lab.memory, ...change } });
  expect([codeOf(outcome), reasonOf(outcome)]).toEqual([code, reason]);
});

test('keys that a backend does not read, and a version, are accepted: the keys with a warning', async () => {
  const lab = new MemoryLab({ storage: { use: 'core:in-memory@2', config: { path: './x', url: 'y' } } });
  const outcome = await lab.perform(HELLO);
  expect(outcome.ok && outcome.warnings.map(({ code }) => code)).toEqual([
    'MEMORY_KEY_NOT_READ',
    'MEMORY_KEY_NOT_READ',
  ]);
});

test('a reference as an object means the same', async () => {
  const lab = new MemoryLab({});
  const use = { repo: 'core', package: 'in-memory', version: '1' };
  await lab.say('one');
  const answer = await lab.ask({ op: 'read' }, { memory: { ...lab.memory, storage: { use, config: {} } } });
  expect(answer.last_messages).toHaveLength(1);
});

test('in a simulated run a memory outside of Signalbox is one in memory, marked so and apart from what is real', async () => {
  const lab = new MemoryLab({ vector: { use: 'chroma:http', config: {} } });
  const outcome = await lab.perform(HELLO, { simulate: true });
  expect(outcome).toMatchObject({ ok: true, simulated: true, value: { last_messages: [{ content: 'hello' }] } });
  const vector = { use: 'core:in-memory', dimensions: 48, config: {} };
  const real = await lab.perform({ op: 'read' }, { memory: { ...lab.memory, vector }, simulate: true });
  expect(real).toMatchObject({ ok: true, simulated: false, value: { last_messages: [] } });
});

test('memories in memory outlive a run, by their id', async () => {
  const home = createMemoryHome();
  const first = new MemoryLab({ home: () => home });
  await first.say('kept');
  const second = new MemoryLab({ home: () => home });
  expect((await second.ask({ op: 'read' }, { memory: first.memory })).last_messages).toHaveLength(1);
  expect((await second.ask({ op: 'read' })).last_messages).toHaveLength(0);
});

test('an embedder that makes other dimensions is refused with both numbers, and no message is kept', async () => {
  const url = await serve((_request, response) => void response.end('{"data":[{"embedding":[1,2,3]}]}'));
  const lab = new MemoryLab({});
  const embedder = { use: 'openai-compatible', config: { url, model: 'small' } };
  const outcome = await lab.perform(HELLO, { memory: { ...lab.memory, embedder } });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'CONFIGURATION_ERROR' } });
  expect(!outcome.ok && outcome.error.message).toMatch(/has 3 dimensions.* is 48/);
  expect((await lab.ask({ op: 'read' })).last_messages).toEqual([]);
});

test.each([
  [401, 'AUTHENTICATION_ERROR', '{"error":"bad key"}'],
  [403, 'AUTHORIZATION_ERROR', '{}'],
  [429, 'RATE_LIMIT_ERROR', '{}'],
  [503, 'COMMUNICATION_ERROR', 'down'],
  [200, 'PROVIDER_ERROR', 'no JSON'],
  [200, 'PROVIDER_ERROR', '{"data":[]}'],
  [200, 'PROVIDER_ERROR', '{"data":[{"embedding":[1,null]}]}'],
])('an embedder that answers %i is %s: asked once, nothing kept', async (status, code, body) => {
  let asked = 0;
  const url = await serve((_request, response) => {
    asked += 1;
    response.writeHead(status, { 'retry-after': '3' }).end(body);
  });
  const lab = new MemoryLab({});
  const embedder = { use: 'openai', config: { url, apiKey: 'k' } };
  const outcome = await lab.perform(HELLO, { memory: { ...lab.memory, embedder } });
  expect([codeOf(outcome), asked]).toEqual([code, 1]);
  if (status === 429) expect(outcome).toMatchObject({ retryAfter: 3000 });
  if (status === 401) expect(outcome).toMatchObject({ error: { message: expect.stringContaining('bad key') } });
  expect((await lab.ask({ op: 'read' })).last_messages).toEqual([]);
});

test.each([
  ['storage', { storage: { use: 'upstash:redis', config: { url: 'http://127.0.0.1:1', token: 't' } } }],
  ['vector', { vector: { use: 'chroma:http', config: { url: 'http://127.0.0.1:1' } } }],
])('an unreachable %s is reported, and nothing is kept', async (_part, backends) => {
  const lab = new MemoryLab(backends);
  const outcome = await lab.perform(HELLO);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'COMMUNICATION_ERROR' } });
  const local = { ...lab.memory, storage: null, vector: { use: 'core:in-memory', dimensions: 48, config: {} } };
  expect((await lab.ask({ op: 'read' }, { memory: local })).last_messages).toEqual([]);
});

test('what fails between the vectors and the message leaves neither to be found; the same call completes it', async () => {
  let isDown = true;
  const reply: RequestListener = (request, response) =>
    void text(request).then((body) => {
      const [name, script] = JSON.parse(body) as [string, string]; // A command.
      if (name === 'EVAL' && script.includes('RPUSH') && isDown) return response.writeHead(500).end();
      return response.end(name === 'HEXISTS' ? '{"result":0}' : '[{"result":[]},{"result":[]}]');
    });
  const url = await serve(reply);
  const home = createMemoryHome();
  const lab = new MemoryLab({ home: () => home, storage: { use: 'upstash:redis', config: { url, token: 't' } } });
  expect(codeOf(await lab.perform(HELLO, { key: 'k' }))).toBe('COMMUNICATION_ERROR');
  // The vector exists; the same memory with its messages in memory has none for it.
  const local = { ...lab.memory, storage: { use: 'core:in-memory', config: {} } };
  const search = { op: 'search', text: 'hello', maxResults: 5 } as const;
  expect((await lab.ask(search, { memory: local })).semantic_search).toEqual([]);
  isDown = false;
  await lab.ask(HELLO, { key: 'k', memory: local });
  expect((await lab.ask(search, { memory: local })).semantic_search).toHaveLength(1);
});

test('results are complete although most vectors have lost their message', async () => {
  const home = createMemoryHome();
  const lab = new MemoryLab({ home: () => home });
  for (let n = 0; n < 40; n += 1) await lab.say('lost and found');
  home.threads.clear();
  await lab.say('found');
  const { semantic_search: found } = await lab.ask({ op: 'search', text: 'lost and found', maxResults: 3 });
  expect(found.map(({ content }) => content)).toEqual(['found']);
});

test('a full browser is reported, and nothing is kept', async () => {
  const part = { use: 'core:indexeddb', config: { path: 'full' } };
  const lab = new MemoryLab({
    storage: part,
    vector: part,
    home: () => createMemoryHome({ indexedDb: globalThis.indexedDB }),
  });
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const outcome = await lab.perform(HELLO, { key: 'k' });
  expect([codeOf(outcome), reasonOf(outcome)]).toEqual(['MEMORY_ERROR', 'quota']);
  full.mockRestore();
  expect((await lab.ask({ op: 'read' })).last_messages).toEqual([]);
  expect((await lab.ask(HELLO, { key: 'k' })).last_messages).toHaveLength(1);
});

test('a damaged record is named, and clearing the thread repairs it', async () => {
  const part = { use: 'core:indexeddb', config: { path: 'damaged' } };
  const home = createMemoryHome({ indexedDb: globalThis.indexedDB });
  const lab = new MemoryLab({ storage: part, vector: part, home: () => home });
  await lab.say('hello');
  await home.databases.get('signalbox-memory-damaged')?.use(async (open) => {
    const [found] = await open.getAll('messages');
    if (found !== undefined) await open.put('messages', { ...found, message: { role: 'robot' } });
  });
  const outcome = await lab.perform({ op: 'read' });
  expect([codeOf(outcome), reasonOf(outcome)]).toEqual(['MEMORY_ERROR', 'corrupt']);
  expect((await lab.ask({ op: 'clear' })).last_messages).toEqual([]);
});

test('two tabs write to one memory: each finds what the other said', async () => {
  const part = { use: 'core:indexeddb', config: { path: 'tabs' } };
  const one = new MemoryLab({ storage: part, vector: part, home: openHome });
  const other = new MemoryLab({ storage: part, vector: part, home: openHome });
  const search = { op: 'search', text: 'green kitchen', maxResults: 5 } as const;
  await one.say('the kitchen');
  expect((await other.ask(search, { memory: one.memory })).semantic_search).toHaveLength(1);
  await one.ask({ op: 'append', messages: [{ role: 'user', content: 'green kitchen' }] });
  expect((await other.ask(search, { memory: one.memory })).semantic_search[0]?.content).toBe('green kitchen');
});

test('where there is no IndexedDB its memories are in memory, with a warning', async () => {
  const part = { use: 'core:indexeddb', config: {} };
  const lab = new MemoryLab({ storage: part, vector: part });
  const outcome = await lab.perform(HELLO);
  expect(outcome.ok && outcome.warnings.map(({ code }) => code)).toEqual(['MEMORY_NOT_KEPT', 'MEMORY_NOT_KEPT']);
  expect((await lab.ask({ op: 'read' })).last_messages).toHaveLength(1);
});

test('what points away from a text is as little like it as what has nothing in common', async () => {
  const url = await serve(embedAgainst);
  const lab = new MemoryLab({});
  const memory = {
    ...lab.memory,
    vector: { use: 'core:in-memory', dimensions: 2, config: {} },
    embedder: { use: 'openai-compatible', config: { url, model: 'm' } },
  };
  const messages = [
    { role: 'user', content: 'against' },
    { role: 'user', content: 'with' },
  ] as const;
  await lab.ask({ op: 'append', messages }, { memory });
  const { semantic_search: found } = await lab.ask({ op: 'search', text: 'for', maxResults: 5 }, { memory });
  expect(found.map(({ content, similarity }) => [content, similarity])).toEqual([
    ['with', 1],
    ['against', 0],
  ]);
});

/** Makes of `against` the opposite of every other text. */
function embedAgainst(...[request, response]: Parameters<RequestListener>): void {
  void text(request).then((body) => {
    const { input } = JSON.parse(body) as { input: string[] }; // What is sent to an embedder.
    const data = input.map((each, index) => ({ index, embedding: each === 'against' ? [-1, 0] : [1, 0] }));
    response.end(JSON.stringify({ data }));
  });
}
