import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeModelCall } from '../../testing/calls.ts';
import { FAULTS } from '../../testing/wire/faults.ts';
import { type ModelServer, serveModels } from '../../testing/wire/serveModels.ts';
import { WIRE_PROVIDERS } from '../../testing/wire/wireProviders.ts';
import { createPerformer } from '../createPerformer.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await serveModels();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

test.each(FAULTS.map((fault) => [fault.label, fault] as const))('%s', async (label, fault) => {
  const wire = WIRE_PROVIDERS.find((each) => label.startsWith(`${each.label}: `));
  if (wire === undefined) throw new Error(`No provider in ${label}`);
  server.answer = () => fault.answer ?? { text: ['Hello'] };
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: (token) => (token === 'KEY.salt' ? 'sk-value' : undefined),
  });
  const config = {
    model: 'small',
    url: `${server.url}${wire.path}`,
    api_key: '⟦secret:KEY.salt⟧',
    max_tokens: 99,
    ...wire.config,
    ...fault.config,
  };
  const call = makeModelCall(config, { provider: wire.provider, outputSchema: null, ...fault.call });
  const outcome = await performer.perform(call, new AbortController().signal);
  expect(outcome).toMatchObject({
    ok: false,
    error: {
      code: fault.code,
      details: { reason: fault.reason, ...(fault.status === undefined ? {} : { status: fault.status }) },
    },
    retryAfter: fault.retryAfter ?? null,
  });
  expect(server.requests).toHaveLength(fault.requests ?? 1);
});

test('the table holds at least thirty faults', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(30);
});
