import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelServer, serveModels } from '../testing/wire/serveModels.ts';
import { testModel } from './testModel.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await serveModels();
});
afterAll(() => server.close());

const KEY = { name: 'OPENAI_API_KEY', value: 'sk-test-value', isSecret: true };

function tryModel(config: Parameters<typeof testModel>[0]['config'], variables = [KEY]) {
  server.requests.length = 0;
  return testModel({ config, variables }, { now: () => 5, salt: 'salt', ports: { authorizeSecret: async () => true } });
}

test('a model is called once, for few tokens, with the key of a variable', async () => {
  const config = {
    provider: 'openai',
    model: 'small',
    url: `${server.url}openai/v1`,
    api_key: '{{ env.OPENAI_API_KEY }}',
  };
  expect(await tryModel(config)).toEqual({
    ok: true,
    model: 'small',
    text: 'Hello there',
    duration: 0,
    usage: { input_tokens: 11, output_tokens: 7 },
    warnings: [],
  });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({
    headers: { authorization: 'Bearer sk-test-value' },
    body: { max_output_tokens: 16 },
  });
});

test('a model that does not work gives the error that a run would give', async () => {
  const config = {
    provider: 'openai',
    model: 'small',
    url: `${server.url}openai/v1`,
    api_key: '{{ env.OPENAI_API_KEY }}',
  };
  expect(await tryModel(config, [])).toMatchObject({
    ok: false,
    error: { code: 'CONFIGURATION_ERROR', details: { reason: 'missing_variable' } },
  });
  expect(await tryModel({ ...config, api_key: '{{ env. }}' })).toMatchObject({
    ok: false,
    error: { code: 'EXPRESSION_ERROR' },
  });
});

test('a variable that is not set is reported before any request is sent', async () => {
  const config = { provider: 'openai', model: 'm', api_key: '{{ env.MY_KEY }}' };
  expect(await tryModel(config)).toMatchObject({
    ok: false,
    error: { code: 'CONFIGURATION_ERROR', message: expect.stringContaining('env.MY_KEY, which has no value') },
  });
});
