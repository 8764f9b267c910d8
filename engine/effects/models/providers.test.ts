import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { ModelCall, Outcome } from '../../run/index.ts';
import { makeModelCall } from '../../testing/calls.ts';
import { type ModelServer, serveModels } from '../../testing/wire/serveModels.ts';
import { WIRE_PROVIDERS, type WireProvider } from '../../testing/wire/wireProviders.ts';
import { createPerformer } from '../createPerformer.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await serveModels();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = () => ({ text: ['Hello ', 'there'] });
});

const KEY = '⟦secret:KEY.salt⟧';

async function ask({ provider, path, config }: WireProvider, more: JsonObject = {}, extra: Partial<ModelCall> = {}) {
  const texts: string[] = [];
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: (token) => (token === 'KEY.salt' ? 'sk-canary-value' : undefined),
    onProgress: ({ key, text }) => texts.push(`${key}: ${text}`),
  });
  const call = makeModelCall(
    { provider, model: 'small', max_tokens: 99, url: `${server.url}${path}`, api_key: KEY, ...config, ...more },
    { provider, outputSchema: null, ...extra },
  );
  const outcome = await performer.perform(call, new AbortController().signal);
  return { outcome, texts };
}

function valueOf(outcome: Outcome): JsonObject {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return isJsonObject(outcome.value) ? outcome.value : {};
}

function body(): JsonObject {
  return server.requests[0]?.body ?? {};
}

describe.each(WIRE_PROVIDERS.map((wire) => [wire.label, wire] as const))('%s', (_label, wire) => {
  test('streams text, and reports its usage', async () => {
    const { outcome, texts } = await ask(wire);
    expect(valueOf(outcome)).toMatchObject({
      text: 'Hello there',
      toolCalls: [],
      usage: { input_tokens: 11, output_tokens: 7 },
      simulated: false,
    });
    expect(outcome).toMatchObject({ simulated: false, warnings: [] });
    expect(texts).toEqual(['run/task/1/1/1: Hello ', 'run/task/1/1/1: there']);
    expect(server.requests.map(({ format }) => format)).toEqual([wire.format]);
  });

  test('sends the key where the provider reads it, and never in the body', async () => {
    await ask(wire);
    const [request] = server.requests;
    expect(Object.values(request?.headers ?? {}).some((value) => value.includes('sk-canary-value'))).toBe(true);
    expect(JSON.stringify(request?.body)).not.toContain('sk-canary-value');
    expect(request?.path).not.toContain('sk-canary-value');
  });

  test('calls tools, and takes their results', async () => {
    server.answer = () => ({ toolCalls: [{ id: 'call_abc1', name: 'weather', input: { city: 'Ghent' } }] });
    const inputSchema: Json = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tools = [{ name: 'weather', description: 'Tells the weather', inputSchema }];
    const first = valueOf((await ask(wire, {}, { tools })).outcome);
    expect(first['toolCalls']).toMatchObject([{ name: 'weather', input: { city: 'Ghent' } }]);
    expect(JSON.stringify(body())).toContain('Tells the weather');
    server.answer = () => ({ text: ['Rain'] });
    const toolCalls = first['toolCalls'] as ModelCall['messages'][number]['toolCalls'] & object;
    const messages: ModelCall['messages'] = [
      { role: 'user', content: 'What weather is it?' },
      { role: 'assistant', content: '', toolCalls },
      { role: 'tool', content: '{"sky":"rain-canary"}', toolCallId: toolCalls[0]?.id ?? '' },
    ];
    expect(valueOf((await ask(wire, {}, { tools, messages })).outcome)).toMatchObject({ text: 'Rain' });
    expect(JSON.stringify(server.requests[1]?.body)).toContain('rain-canary');
  });

  // Others send it as a text, piece by piece.
  const sentAsMap = ['gemini', 'ollama'].filter((format) => format === wire.format);
  test.each(sentAsMap)('keeps the digits of a long integer in what a tool is called with, as %s sends it', async () => {
    server.answer = () => ({
      toolCalls: [{ id: 'call_abc1', name: 'book', input: { id: 7.25, note: '"9007199254740993"' } }],
      change: (sent) => sent.replaceAll('7.25', '9007199254740993'),
    });
    const tools = [{ name: 'book', description: 'Books', inputSchema: { type: 'object' } }];
    const { toolCalls } = valueOf((await ask(wire, {}, { tools })).outcome);
    expect(toolCalls).toMatchObject([{ input: { id: '9007199254740993', note: '"9007199254740993"' } }]);
  });

  test('answers with an object by the schema', async () => {
    server.answer = () => ({ text: ['{"topic":', '"billing"}'] });
    const outputSchema = { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } };
    const { outcome } = await ask(wire, {}, { outputSchema });
    expect(valueOf(outcome)).toMatchObject({ object: { topic: 'billing' } });
    expect(JSON.stringify(body())).toContain('topic');
    // Words that nobody wrote are told, and no others.
    const { added = '' } = valueOf(outcome);
    expect(JSON.stringify(body()).includes('fits this JSON Schema')).toBe(added !== '');
    if (added !== '') expect(JSON.stringify(body())).toContain(JSON.stringify(added).slice(1, -1));
  });

  test.each([
    ['an object', '{"id": 9007199254740993}', 'output.id'],
    ['a list', '[9007199254740993]', 'output[0]'],
    ['JSON in a fence', 'Here:\n```json\n{"id": 9007199254740993}\n```\n', 'output.id'],
  ])('warns of a long integer in %s that it answers with', async (_, text, path) => {
    server.answer = () => ({ text: [text] });
    const { outcome } = await ask(wire, {}, { outputSchema: { type: 'array' } });
    const warnings: readonly Json[] = outcome.ok
      ? outcome.warnings.map(({ code, path: at = null }) => ({ code, at }))
      : [];
    expect(warnings).toContainEqual({ code: 'NUMBER_PRECISION', at: path });
  });

  test('reads JSON after what the model thought, between its sentences, as one request', async () => {
    const outputSchema = { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } };
    for (const text of [
      '<think>Is it {"topic": 1}?</think>\n{"topic": "billing"}',
      'It is {"topic": "billing"}, I think.',
    ]) {
      server.answer = () => ({ text: [text] });
      expect(valueOf((await ask(wire, {}, { outputSchema })).outcome)).toMatchObject({ object: { topic: 'billing' } });
    }
    expect(server.requests).toHaveLength(2);
  });

  test('parts what the model thought from what it says', async () => {
    server.answer = () => ({ text: ['<think>Is it Lyon?', '</think>\n\nIt is', ' Paris.'] });
    expect(valueOf((await ask(wire)).outcome)).toMatchObject({ text: 'It is Paris.', thoughts: 'Is it Lyon?' });
  });

  test('brings every field of the config to the wire, or warns that it does not', async () => {
    const config = {
      temperature: 0.25,
      max_tokens: 321,
      top_p: 0.75,
      frequency_penalty: 0.125,
      presence_penalty: 0.375,
      x_other: 'kept',
    };
    const { outcome } = await ask(wire, { ...config, headers: { 'x-mine': 'yes' }, price: { input: 1, output: 2 } });
    expect(JSON.stringify(server.requests)).not.toContain('price');
    const sent = JSON.stringify(body());
    const warned = JSON.stringify(outcome.ok ? outcome.warnings : outcome);
    for (const [name, value] of Object.entries(config)) {
      expect(
        sent.includes(JSON.stringify(value)) || warned.includes(`config.${name}`),
        `${name} in ${sent} or ${warned}`,
      ).toBe(true);
    }
    expect(server.requests[0]?.headers['x-mine']).toBe('yes');
  });

  test('refuses with what the provider says, after one request', async () => {
    server.answer = () => ({ fault: { status: 401, message: 'No such key: sk-canary-value' } });
    const { outcome } = await ask(wire);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'AUTHENTICATION_ERROR', details: { status: 401 } } });
    expect(JSON.stringify(outcome)).toContain('No such key');
    expect(JSON.stringify(outcome)).not.toContain('sk-canary-value');
    expect(server.requests).toHaveLength(1);
  });

  test.each(['cut', 'ended'] as const)('says so when the answer breaks off: the stream is %s', async (breaks) => {
    server.answer = () => ({ text: ['One ', 'two ', 'three ', 'four'], breaks });
    const { outcome } = await ask(wire);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'COMMUNICATION_ERROR', details: { reason: 'cut' } } });
    expect(server.requests).toHaveLength(1);
  });

  test('says so when a tool call breaks off, and calls nothing', async () => {
    const toolCalls = [{ id: 'call_abc1', name: 'weather', input: { city: 'Ghent' } }];
    server.answer = () => ({ text: ['Let me ', 'see'], toolCalls, breaks: 'ended' });
    const tools = [{ name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } }];
    const { outcome } = await ask(wire, {}, { tools });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'COMMUNICATION_ERROR', details: { reason: 'cut' } } });
  });

  test('warns when the answer was cut at its limit', async () => {
    server.answer = () => ({ text: ['Hel'], finish: 'length' });
    const { outcome } = await ask(wire, { max_tokens: 16 });
    expect(outcome).toMatchObject({
      ok: true,
      warnings: expect.arrayContaining([{ code: 'ANSWER_CUT', message: expect.any(String) }]),
    });
  });

  test('fails, and says what to do, when JSON that was asked for is cut at its limit', async () => {
    server.answer = () => ({ text: ['{"topic": "bil'], finish: 'length' });
    const { outcome } = await ask(wire, { max_tokens: 16 }, { outputSchema: { type: 'object' } });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'LIMIT_ERROR', details: { reason: 'max_tokens' } } });
    expect(outcome.ok ? '' : outcome.error.message).toContain('Raise config.max_tokens (16)');
    server.answer = () => ({ text: ['{"topic": "billing"}'], finish: 'length' });
    const whole = await ask(wire, { max_tokens: 16 }, { outputSchema: { type: 'object' } });
    expect(valueOf(whole.outcome)).toMatchObject({ object: { topic: 'billing' } });
  });
});
