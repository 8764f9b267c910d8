import { afterEach, expect, test, vi } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import type { Call, ToolCall } from '../../run/index.ts';
import { describeCall } from '../tools/describeCall.ts';
import { reachesByKey, staysInside } from './decideRepeat.ts';

const BASE = { key: 'r/t/1/1/1', taskId: 't', env: {}, simulate: false, seed: 1 };

function call(use: string, input: Json, config: JsonObject = {}): ToolCall {
  return { ...BASE, type: 'tool.call', use, toolId: null, input, config, outputSchema: null };
}

function post(config: JsonObject = {}, input: JsonObject = {}): ToolCall {
  return call('core:http', { url: 'https://api.example.com/orders?token=1', method: 'POST', ...input }, config);
}

const model: Call = {
  ...BASE,
  type: 'model.call',
  agentId: 'a',
  provider: 'openai',
  model: 'gpt-4.1',
  config: {},
  instructions: '',
  messages: [],
  tools: [],
  outputSchema: null,
};

afterEach(() => vi.unstubAllGlobals());

test.each<readonly [string, Call, boolean]>([
  ['a request', post(), true],
  ['a request without its key', post({ idempotency_key: false }), false],
  ['a request whose headers leave it out', post({}, { headers: { 'Idempotency-Key': null } }), false],
  ['a request with a key of its own', post({ idempotency_key: false }, { headers: { 'idempotency-key': 'k' } }), true],
  ['a model', model, false],
  ['a tool of an MCP server', call('mcp:shop/order', {}), false],
])('whether the key of %s reaches the other side is known before the call', (_, made, reaches) => {
  expect(reachesByKey(made)).toBe(reaches);
  expect(staysInside(made)).toBe(false);
});

test('from a browser to another site the key reaches it only where it is asked for', () => {
  vi.stubGlobal('location', { origin: 'https://app.example.org' });
  expect(reachesByKey(post())).toBe(false);
  expect(reachesByKey(post({ idempotency_key: true }))).toBe(true);
  expect(reachesByKey(call('core:http', { url: '/own', method: 'POST' }))).toBe(true);
});

test('what is kept here needs no key', () => {
  expect(staysInside(call('core:kv', { op: 'set', key: 'a', value: 1 }))).toBe(true);
  expect(staysInside(call('core:file', { op: 'write', path: 'a', text: '' }))).toBe(true);
});

test('a call is described by what it does and whom it asks, without the query of the address', () => {
  expect(describeCall(post())).toBe('POST https://api.example.com/orders');
  expect(describeCall(model)).toBe('openai gpt-4.1');
  expect(describeCall(call('mcp:shop/order', {}))).toBe('mcp:shop/order');
});
