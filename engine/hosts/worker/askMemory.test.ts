import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openEngine } from '../../testing/openEngine.ts';

const KEPT = { use: 'core:indexeddb', config: {} };
const KEY = { name: 'KEY', value: 'canary-5f2', isSecret: true };

const ASKING = {
  id: 'support',
  vector: { use: 'core:in-memory', dimensions: 8, config: {} },
  embedder: { use: 'openai', config: { url: '{{ env.URL }}', apiKey: '{{ env.KEY }}' } },
};
const VARIABLES = [{ name: 'URL', value: 'https://models.test/v1', isSecret: false }, KEY];

test('a secret is sent to the store of a memory only once the user allows it', async () => {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    keys.push(new Headers(init?.headers).get('authorization'));
    return new Response('{}', { status: 401 });
  };
  const { engine } = openEngine({ fetch });
  const answers = ['never', 'once'] as const;
  const asked: (string | null)[] = [];
  await engine.subscribeSecrets(({ questions: [question] }) => {
    const answer = answers[asked.length];
    if (question === undefined || answer === undefined) return;
    asked.push(question.origin);
    void engine.answerSecret(question.id, answer);
  });
  const ask = () => engine.askMemory({ op: 'search', memory: ASKING, text: 'hello', maxResults: 3 }, VARIABLES);
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
  expect(keys).toEqual([]);
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'AUTHENTICATION_ERROR' } });
  expect(keys).toEqual(['Bearer canary-5f2']);
  expect(asked).toEqual(['https://models.test', 'https://models.test']);
});

test('a question takes its settings from variables; a secret is sent only in its header', async () => {
  const seen: { url: string; key: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.push({ url: new Request(input).url, key: new Headers(init?.headers).get('authorization') });
    return new Response('{"error":{"message":"canary-5f2 is no key"}}', { status: 401 });
  };
  const { engine } = openEngine({ fetch });
  const answer = await engine.askMemory({ op: 'search', memory: ASKING, text: 'hello', maxResults: 3 }, VARIABLES);
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
