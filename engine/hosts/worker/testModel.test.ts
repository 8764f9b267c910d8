import { expect, test } from 'vitest';
import { openEngine } from '../../testing/openEngine.ts';

const KEY = { name: 'KEY', value: 'canary-7d4', isSecret: true };
const CONFIG = { provider: 'openai', model: 'small', url: 'https://models.test/v1', api_key: '{{ env.KEY }}' };
const REQUEST = { config: CONFIG, variables: [KEY] };

test('the key of a model that is tried is sent only once the user allows it', async () => {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    keys.push(new Headers(init?.headers).get('authorization'));
    return new Response('{"error":{"message":"canary-7d4 is no key"}}', { status: 401 });
  };
  const answers = ['never', 'once'] as const;
  const asked: (string | null)[] = [];
  const { engine } = openEngine({
    fetch,
    onSecrets: ({ questions: [question] }) => {
      const answer = answers[asked.length];
      if (question === undefined || answer === undefined) return;
      asked.push(question.origin);
      void engine.answerSecret(question.id, answer);
    },
  });
  expect(await engine.testModel(REQUEST)).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
  expect(keys).toEqual([]);
  const tried = await engine.testModel(REQUEST);
  expect(tried).toMatchObject({ ok: false, error: { code: 'AUTHENTICATION_ERROR' } });
  expect(JSON.stringify(tried)).not.toContain('canary');
  expect(keys).toEqual(['Bearer canary-7d4']);
  expect(asked).toEqual(['https://models.test', 'https://models.test']);
});
