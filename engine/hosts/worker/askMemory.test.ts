import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openEngine } from '../../testing/openEngine.ts';

const KEPT = { use: 'core:indexeddb', config: {} };
const KEY = { name: 'KEY', value: 'canary-5f2', isSecret: true };

test('a question takes its settings from variables; a secret is sent only in its header', async () => {
  const seen: { url: string; key: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.push({ url: new Request(input).url, key: new Headers(init?.headers).get('authorization') });
    return new Response('{"error":{"message":"canary-5f2 is no key"}}', { status: 401 });
  };
  const { engine } = openEngine({ fetch });
  const memory = {
    id: 'support',
    vector: { use: 'core:in-memory', dimensions: 8, config: {} },
    embedder: { use: 'openai', config: { url: '{{ env.URL }}', apiKey: '{{ env.KEY }}' } },
  };
  const variables = [{ name: 'URL', value: 'https://models.test/v1', isSecret: false }, KEY];
  const answer = await engine.askMemory({ op: 'search', memory, text: 'hello', maxResults: 3 }, variables);
  expect(seen).toEqual([{ url: 'https://models.test/v1/embeddings', key: 'Bearer canary-5f2' }]);
  expect(answer).toMatchObject({ ok: false, error: { code: 'AUTHENTICATION_ERROR' } });
  expect(JSON.stringify(answer)).not.toContain('canary');
});

test('a template that cannot be evaluated is an error with its message', async () => {
  const { engine } = openEngine();
  const memory = { id: 'm', vector: { use: 'core:in-memory', dimensions: 8, config: { path: '{{ missing( }}' } } };
  const answer = await engine.askMemory({ op: 'threads', memory }, []);
  expect(answer).toMatchObject({ ok: false, error: { code: 'EXPRESSION_ERROR' } });
});

test('a memory in the browser is listed, and gone when it is cleared', async () => {
  const { engine } = openEngine();
  const memory = { id: 'support', storage: KEPT, vector: { ...KEPT, dimensions: 8 } };
  expect(await engine.askMemory({ op: 'read', memory, threadId: 'a' }, [])).toMatchObject({
    ok: true,
    value: { messages: [], createdAt: null },
  });
  expect(await engine.askMemory({ op: 'clear', memory, threadId: null }, [])).toEqual({ ok: true, value: null });
  expect(await engine.askMemory({ op: 'list' }, [])).toEqual({ ok: true, value: [] });
});
