import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome, ToolCall } from '../run/index.ts';
import { makeToolCall, scriptFetch } from '../testing/calls.ts';
import { type LoopbackServer, serveLoopback } from '../testing/serveLoopback.ts';
import { createPerformer, type PerformerContext } from './createPerformer.ts';
import { formatSecretPlaceholder } from './secrets/placeholder.ts';
import { MASK } from './secrets/redact.ts';

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(listener: Parameters<typeof serveLoopback>[0]): Promise<string> {
  const server = await serveLoopback(listener);
  servers.push(server);
  return server.url;
}

const SECRETS = new Map([
  ['KEY', 'sk-verysecret'],
  ['USER', 'ada'],
  ['HOOK', 'https://hooks.invalid/T1'],
]);

function perform(effect: ToolCall, context: Partial<PerformerContext> = {}): Promise<Outcome> {
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: (token) => SECRETS.get(token),
    delay: async () => {},
    ...context,
  });
  return performer.perform(effect, new AbortController().signal);
}

describe('secrets', () => {
  const KEY = formatSecretPlaceholder('KEY');

  test('become values on the wire only, and are masked in what comes back', async () => {
    const url = await serve((request, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ echo: request.headers.authorization, url: request.url }));
    });
    const input = { url, headers: { Authorization: `Bearer ${KEY}` }, query: { key: KEY } };
    expect(await perform(makeToolCall('core:http', input))).toMatchObject({
      value: { body: { echo: `Bearer ${MASK}`, url: `/?key=${MASK}` } },
    });
  });

  test('reach the server inside Basic credentials, bodies and addresses', async () => {
    const { fetch, requests } = scriptFetch();
    const basic = Buffer.from(`${formatSecretPlaceholder('USER')}:${KEY}`).toString('base64');
    const input = {
      url: `${formatSecretPlaceholder('HOOK')}?k=${KEY}`,
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: `k=${KEY}`,
    };
    await perform(makeToolCall('core:http', input), { fetch });
    const [sent] = requests;
    expect(sent?.url).toBe('https://hooks.invalid/T1?k=sk-verysecret');
    expect(sent?.init.body).toBe('k=sk-verysecret');
    expect(new Headers(sent?.init.headers).get('authorization')).toBe(
      `Basic ${Buffer.from('ada:sk-verysecret').toString('base64')}`,
    );
  });

  test('are masked in messages and details of errors', async () => {
    const { fetch } = scriptFetch({ message: 'no such key sk-verysecret' }, { status: 401 });
    const outcome = await perform(
      makeToolCall('core:http', { url: 'https://a.test/', headers: { 'x-api-key': KEY } }),
      {
        fetch,
      },
    );
    expect(JSON.stringify(outcome)).not.toContain('verysecret');
    expect(outcome).toHaveProperty('error.details.body.message', `no such key ${MASK}`);
  });

  test('without a value are a CONFIGURATION_ERROR that names the variable', async () => {
    const outcome = await perform(
      makeToolCall('core:http', { url: 'https://a.test/', headers: { k: formatSecretPlaceholder('NONE.x1') } }),
    );
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'CONFIGURATION_ERROR', details: { type: 'secret', name: 'NONE' } },
    });
  });
});
