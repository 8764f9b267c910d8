import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Outcome, ToolCall } from '../run/index.ts';
import { makeToolCall, scriptFetch } from '../testing/calls.ts';
import { servingTests } from '../testing/serving/servingTests.ts';
import { createPerformer, type PerformerContext } from './createPerformer.ts';
import { formatSecretPlaceholder } from './secrets/placeholder.ts';
import { MASK } from './secrets/redact.ts';

const serve = servingTests();

const SECRETS = new Map([
  ['KEY', 'sk-verysecret'],
  ['USER', 'ada'],
  ['HOOK', 'T1/B2'],
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

  test('reach the server inside Basic credentials, credential fields of a body, and addresses', async () => {
    const { fetch, requests } = scriptFetch();
    const basic = Buffer.from(`${formatSecretPlaceholder('USER')}:${KEY}`).toString('base64');
    const input = {
      url: `https://hooks.invalid/${formatSecretPlaceholder('HOOK')}?k=${KEY}`,
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      json: { login: { password: `${KEY}!` } },
    };
    await perform(makeToolCall('core:http', input), { fetch });
    const [sent] = requests;
    expect(sent?.url).toBe('https://hooks.invalid/T1%2FB2?k=sk-verysecret');
    expect(sent?.init.body).toBe('{"login":{"password":"sk-verysecret!"}}');
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

  test('that the user is asked about go only where they may', async () => {
    const { fetch, requests } = scriptFetch();
    const asked: (readonly [string, string | null])[] = [];
    const authorizeSecret = async ({ name, origin }: { name: string; origin: string | null }): Promise<boolean> => {
      asked.push([name, origin]);
      return origin === 'https://good.test';
    };
    const call = (url: string) =>
      perform(makeToolCall('core:http', { url, headers: { 'x-api-key': KEY } }), { fetch, authorizeSecret });
    expect(await call('https://good.test/a')).toMatchObject({ ok: true });
    expect(await call('https://evil.test/a')).toMatchObject({
      ok: false,
      error: { code: 'AUTHORIZATION_ERROR', details: { reason: 'origin', name: 'KEY', origin: 'https://evil.test' } },
    });
    expect(requests).toHaveLength(1);
    expect(asked).toEqual([
      ['KEY', 'https://good.test'],
      ['KEY', 'https://evil.test'],
    ]);
  });

  test('that have no value yet are asked for, and the request continues with the given value', async () => {
    const { fetch, requests } = scriptFetch();
    const values = new Map<string, string>();
    const authorizeSecret = async ({ name, origin }: { name: string; origin: string | null }): Promise<boolean> => {
      if (origin === null) values.set(name, 'given-late');
      return true;
    };
    const input = { url: 'https://a.test/', headers: { k: formatSecretPlaceholder('LATE') } };
    const resolveSecret = (token: string) => values.get(token);
    await perform(makeToolCall('core:http', input), { fetch, authorizeSecret, resolveSecret });
    expect(new Headers(requests[0]?.init.headers).get('k')).toBe('given-late');
  });
});

test('a body over 32 MiB is refused as it comes, and its connection is given up', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let sent = 0;
  let closed: Promise<unknown> | undefined;
  const url = await serve((_request, response) => {
    closed = once(response, 'close');
    const send = (): void => {
      if (response.destroyed) return;
      sent += 1;
      response.write(chunk, send);
    };
    send();
  });
  expect(await perform(makeToolCall('core:http', { url }))).toMatchObject({
    ok: false,
    error: { code: 'LIMIT_ERROR', details: { type: 'http', reason: 'too_large', limit: 32 * 1024 * 1024 } },
  });
  expect(closed).toBeDefined();
  await closed;
  expect(sent).toBeGreaterThan(32);
});
