import { describe, expect, test } from 'vitest';
import { createEgress } from './egress.ts';
import { createEgressFetch } from './egressFetch.ts';
import { EgressError } from './outcome.ts';
import { Exposure } from './ports.ts';

const PLACEHOLDER = '⟦secret:KEY.salt⟧';

function makeFetch(answer: (request: Request) => Response) {
  const seen: Request[] = [];
  const egress = createEgress({
    baseUrl: '',
    authorize: null,
    reveal: (token) => (token === 'KEY.salt' ? 'sk-value' : undefined),
    onSend: () => undefined,
    exposure: new Exposure(),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      seen.push(request);
      return answer(request);
    },
  });
  return { seen, ...createEgressFetch(egress, new AbortController().signal) };
}

describe('a fetch for libraries', () => {
  test('sends a secret that stood as plain text in a header and in the address', async () => {
    const { fetch, toStandIn, seen } = makeFetch(() => new Response('yes'));
    const standIn = toStandIn(`Bearer ${PLACEHOLDER}`);
    expect(standIn).toMatch(/^[ -~]+$/);
    const response = await fetch(`https://example.com/v1?key=${toStandIn(PLACEHOLDER)}`, {
      method: 'POST',
      headers: { authorization: standIn, 'user-agent': 'library' },
      body: '{"a":1}',
    });
    expect(await response.text()).toBe('yes');
    expect(seen[0]?.url).toBe('https://example.com/v1?key=sk-value');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer sk-value');
    expect(seen[0]?.headers.has('user-agent')).toBe(false);
  });

  test('rejects with the whole failure when the egress refuses', async () => {
    const { fetch, toStandIn } = makeFetch(() => new Response());
    const error = await fetch('https://example.com', { headers: { x: toStandIn('⟦secret:OTHER.salt⟧') } }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(EgressError);
    expect(error).toMatchObject({ failure: { error: { code: 'CONFIGURATION_ERROR' } } });
  });

  test('passes on a body while it streams', async () => {
    const sent = new TransformStream<Uint8Array, Uint8Array>();
    const { fetch } = makeFetch(() => new Response(sent.readable));
    const response = await fetch('https://example.com');
    const writer = sent.writable.getWriter();
    const reader = response.body?.getReader();
    void writer.write(new TextEncoder().encode('first'));
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
    await writer.close();
  });
});
