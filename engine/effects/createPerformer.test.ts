import { describe, expect, test } from 'vitest';
import type { Call, Outcome } from '../run/index.ts';
import { makeModelCall, makeToolCall } from '../testing/calls.ts';
import { servingTests } from '../testing/serving/servingTests.ts';
import { createPerformer, type PerformerContext } from './createPerformer.ts';

const serve = servingTests();

function perform(effect: Call, context: Partial<PerformerContext> = {}): Promise<Outcome> {
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, delay: async () => {}, ...context });
  return performer.perform(effect, new AbortController().signal);
}

describe('abort', () => {
  test('is answered at once, before the server is', async () => {
    const url = await serve(() => {});
    const controller = new AbortController();
    const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined });
    const outcome = performer.perform(makeToolCall('core:http', { url }), controller.signal);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  });

  test('is answered also by what does not listen to it', async () => {
    const controller = new AbortController();
    const performer = createPerformer({
      baseUrl: '',
      resolveSecret: () => undefined,
      fetch: () => new Promise(() => {}),
    });
    const outcome = performer.perform(makeToolCall('core:http', { url: 'https://a.test/' }), controller.signal);
    controller.abort();
    expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
  });
});

describe('other built-ins', () => {
  test('core:raise fails with the error it is given', async () => {
    const error = { code: 'OUT_OF_STOCK', message: 'None left', details: { sku: 'A-1' } };
    expect(await perform(makeToolCall('core:raise', error))).toEqual({ ok: false, error, retryAfter: null });
  });

  test('core:log passes its input on unchanged', async () => {
    expect(await perform(makeToolCall('core:log', { message: 'hi', data: [1] }))).toMatchObject({
      ok: true,
      value: { message: 'hi', data: [1] },
    });
  });

  test('core:validate says what is wrong without failing', async () => {
    const input = { value: { n: 'x' }, schema: { type: 'object', properties: { n: { type: 'number' } } } };
    expect(await perform(makeToolCall('core:validate', input))).toMatchObject({
      ok: true,
      value: { valid: false, errors: [{ path: '/n' }] },
    });
  });

  test('core:hash makes the known fingerprint of a text', async () => {
    expect(await perform(makeToolCall('core:hash', { text: 'abc' }))).toMatchObject({
      value: { hex: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    });
  });

  test('wrong config is a CONFIGURATION_ERROR, wrong input a VALIDATION_ERROR', async () => {
    expect(await perform(makeToolCall('core:csv', { text: 'a' }, { config: { header: 'yes' } }))).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR' },
    });
    expect(await perform(makeToolCall('core:csv', { text: 5 }))).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  test('a built-in that does not exist here says so and names those that do', async () => {
    const outcome = await perform(makeToolCall('core:teleport', {}));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'CONFIGURATION_ERROR' } });
    expect(outcome).toHaveProperty('error.message', expect.stringMatching(/no built-in core:teleport.*core:http/));
  });
});

describe('what is not there', () => {
  test('an unknown provider is a CONFIGURATION_ERROR that names what there is', async () => {
    const outcome = await perform(makeModelCall({}, { provider: 'opnai' }));
    expect(outcome).toMatchObject({
      ok: false,
      error: {
        code: 'CONFIGURATION_ERROR',
        details: { available: expect.arrayContaining(['mock', 'openai', 'ollama']) },
      },
    });
  });

  test('a simulated run answers any model and any tool from the schemas, and still runs core:*', async () => {
    const outputSchema = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } };
    expect(await perform(makeModelCall({}, { provider: 'openai', simulate: true }))).toMatchObject({
      ok: true,
      simulated: true,
    });
    expect(await perform(makeToolCall('acme:billing', {}, { simulate: true, outputSchema }))).toMatchObject({
      ok: true,
      simulated: true,
      value: { total: expect.any(Number) },
    });
    expect(await perform(makeToolCall('core:log', { message: 'real' }, { simulate: true }))).toMatchObject({
      ok: true,
      simulated: false,
    });
  });

  test('an unresolved tool is a REFERENCE_ERROR', async () => {
    expect(await perform(makeToolCall('acme:billing', {}))).toMatchObject({
      ok: false,
      error: { code: 'REFERENCE_ERROR' },
    });
  });
});
