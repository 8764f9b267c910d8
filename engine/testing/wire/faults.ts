import type { JsonObject } from '../../base/index.ts';
import type { ModelCall } from '../../run/index.ts';
import type { WireAnswer } from './serveModels.ts';

/** What goes wrong, and what a call must make of it. */
export interface Fault {
  readonly label: string;
  readonly answer?: WireAnswer;
  readonly config?: JsonObject;
  readonly call?: Partial<ModelCall>;
  readonly code: string;
  readonly reason: string;
  readonly retryAfter?: number;
  readonly requests?: number;
}

function refusal(
  status: number,
  message: string,
  more: { type?: string; headers?: Record<string, string>; body?: string } = {},
): WireAnswer {
  return { fault: { status, message, ...more } };
}

/** Name of the provider, what happens, and what is made of it. */
export const FAULTS: readonly Fault[] = [
  {
    label: 'openai: wrong key',
    answer: refusal(401, 'Incorrect API key provided', { type: 'invalid_api_key' }),
    code: 'AUTHENTICATION_ERROR',
    reason: 'authentication',
  },
  {
    label: 'google: wrong key, as a 400',
    answer: refusal(400, 'API key not valid. Please pass a valid API key.', { type: 'INVALID_ARGUMENT' }),
    code: 'AUTHENTICATION_ERROR',
    reason: 'authentication',
  },
  {
    label: 'xai: wrong key, as a 400',
    answer: refusal(400, 'Incorrect API key provided: xx.'),
    code: 'AUTHENTICATION_ERROR',
    reason: 'authentication',
  },
  {
    label: 'anthropic: not allowed',
    answer: refusal(403, 'Your API key does not have permission to use the specified resource.'),
    code: 'AUTHORIZATION_ERROR',
    reason: 'authorization',
  },
  {
    label: 'deepseek: no credit',
    answer: refusal(402, 'Insufficient Balance'),
    code: 'AUTHORIZATION_ERROR',
    reason: 'quota',
  },
  {
    label: 'openai: no credit, as a 429',
    answer: refusal(429, 'You exceeded your current quota', { type: 'insufficient_quota' }),
    code: 'AUTHORIZATION_ERROR',
    reason: 'quota',
  },
  {
    label: 'anthropic: no credit, as a 400',
    answer: refusal(400, 'Your credit balance is too low to access the Anthropic API.'),
    code: 'AUTHORIZATION_ERROR',
    reason: 'quota',
  },
  {
    label: 'openai: rate limit in seconds',
    answer: refusal(429, 'Rate limit reached', { headers: { 'retry-after': '7' } }),
    code: 'RATE_LIMIT_ERROR',
    reason: 'rate_limit',
    retryAfter: 7000,
  },
  {
    label: 'openai: rate limit in ms',
    answer: refusal(429, 'Rate limit reached', { headers: { 'retry-after-ms': '1200', 'retry-after': '2' } }),
    code: 'RATE_LIMIT_ERROR',
    reason: 'rate_limit',
    retryAfter: 1200,
  },
  {
    label: 'google: rate limit said in the body',
    answer: refusal(429, '', {
      body: '{"error":{"code":429,"message":"Quota exceeded for metric","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}',
    }),
    code: 'RATE_LIMIT_ERROR',
    reason: 'rate_limit',
    retryAfter: 34_000,
  },
  {
    label: 'cohere: rate limit without a wish',
    answer: refusal(429, 'Trial keys are limited'),
    code: 'RATE_LIMIT_ERROR',
    reason: 'rate_limit',
  },
  {
    label: 'anthropic: overloaded',
    answer: refusal(529, 'Overloaded'),
    code: 'COMMUNICATION_ERROR',
    reason: 'overload',
  },
  {
    label: 'groq: unavailable for a while',
    answer: refusal(503, 'Service unavailable', { headers: { 'retry-after': '3' } }),
    code: 'COMMUNICATION_ERROR',
    reason: 'overload',
    retryAfter: 3000,
  },
  {
    label: 'mistral: server error',
    answer: refusal(500, 'Internal server error'),
    code: 'COMMUNICATION_ERROR',
    reason: 'server',
  },
  {
    label: 'openrouter: a page in place of an error',
    answer: refusal(502, '', { body: '<html><h1>Bad gateway</h1></html>' }),
    code: 'COMMUNICATION_ERROR',
    reason: 'server',
  },
  {
    label: 'together: took too long',
    answer: refusal(504, 'Gateway timeout'),
    code: 'TIMEOUT_ERROR',
    reason: 'timeout',
  },
  {
    label: 'mistral: silent',
    answer: { text: ['one', 'two'], breaks: 'silent' },
    config: { timeout: '150ms' },
    code: 'TIMEOUT_ERROR',
    reason: 'silent',
  },
  {
    label: 'openai: no such model',
    answer: refusal(404, 'The model `small` does not exist or you do not have access to it.', {
      type: 'model_not_found',
    }),
    code: 'CONFIGURATION_ERROR',
    reason: 'unknown_model',
  },
  {
    label: 'ollama: no such model',
    answer: refusal(404, 'model "small" not found, try pulling it first'),
    code: 'CONFIGURATION_ERROR',
    reason: 'unknown_model',
  },
  {
    label: 'openrouter: no such model, as a 400',
    answer: refusal(400, 'small is not a valid model ID'),
    code: 'CONFIGURATION_ERROR',
    reason: 'unknown_model',
  },
  {
    label: 'openai-compatible: wrong address',
    answer: refusal(404, '', { body: 'Not found' }),
    code: 'CONFIGURATION_ERROR',
    reason: 'not_found',
  },
  {
    label: 'openai: conversation too long',
    answer: refusal(400, "This model's maximum context length is 8192 tokens.", { type: 'context_length_exceeded' }),
    code: 'LIMIT_ERROR',
    reason: 'context',
  },
  {
    label: 'anthropic: conversation too long',
    answer: refusal(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
    code: 'LIMIT_ERROR',
    reason: 'context',
  },
  {
    label: 'google: conversation too long',
    answer: refusal(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    code: 'LIMIT_ERROR',
    reason: 'context',
  },
  {
    label: 'anthropic: request too large',
    answer: refusal(413, 'Request exceeds the maximum size'),
    code: 'LIMIT_ERROR',
    reason: 'too_large',
  },
  {
    label: 'openai, chat: content filter of the request',
    answer: refusal(400, 'The response was filtered', { type: 'content_filter' }),
    code: 'PROVIDER_ERROR',
    reason: 'refusal',
  },
  {
    label: 'openai, chat: content filter of the answer',
    answer: { text: ['I '], finish: 'filter' },
    code: 'PROVIDER_ERROR',
    reason: 'refusal',
  },
  {
    label: 'anthropic: the model refuses',
    answer: { text: ['I '], finish: 'filter' },
    code: 'PROVIDER_ERROR',
    reason: 'refusal',
  },
  {
    label: 'google: the answer is unsafe',
    answer: { text: ['I '], finish: 'filter' },
    code: 'PROVIDER_ERROR',
    reason: 'refusal',
  },
  {
    label: 'groq: a field it does not take',
    answer: refusal(400, "property 'x' is unsupported"),
    code: 'PROVIDER_ERROR',
    reason: 'bad_request',
  },
  {
    label: 'anthropic: overloaded in the middle',
    answer: {
      pieces: ['event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    },
    code: 'COMMUNICATION_ERROR',
    reason: 'overload',
  },
  {
    label: 'openai, chat: fails in the middle',
    answer: {
      pieces: [
        'data: {"error":{"message":"The server had an error","type":"server_error","param":null,"code":null}}\n\n',
      ],
    },
    code: 'COMMUNICATION_ERROR',
    reason: 'server',
  },
  {
    label: 'groq: no JSON in the stream',
    answer: { pieces: ['data: {"choices": oops\n\n'] },
    code: 'PROVIDER_ERROR',
    reason: 'bad_answer',
  },
  {
    label: 'openai-compatible: a page in place of a stream',
    answer: { pieces: ['<!doctype html><p>Log in</p>'] },
    code: 'PROVIDER_ERROR',
    reason: 'bad_answer',
  },
  {
    label: 'ollama: another shape',
    answer: { pieces: ['{"hello":1}\n'] },
    code: 'PROVIDER_ERROR',
    reason: 'bad_answer',
  },
  { label: 'cohere: nothing at all', answer: { pieces: [] }, code: 'PROVIDER_ERROR', reason: 'bad_answer' },
  { label: 'xai: hangs up at once', answer: { breaks: 'refuse' }, code: 'COMMUNICATION_ERROR', reason: 'unreachable' },
  {
    label: 'together: hangs up in the middle',
    answer: { text: ['a', 'b', 'c', 'd'], breaks: 'cut', pace: 15 },
    code: 'COMMUNICATION_ERROR',
    reason: 'cut',
  },
  {
    label: 'openai: nobody listens',
    config: { url: 'http://127.0.0.1:9/v1' },
    code: 'COMMUNICATION_ERROR',
    reason: 'unreachable',
    requests: 0,
  },
  {
    label: 'openai: no key',
    config: { api_key: null },
    code: 'CONFIGURATION_ERROR',
    reason: 'missing_key',
    requests: 0,
  },
  {
    label: 'openai: a key without a value',
    config: { api_key: '⟦secret:GONE.salt⟧' },
    code: 'CONFIGURATION_ERROR',
    reason: 'missing',
    requests: 0,
  },
  { label: 'openai: no model', call: { model: '' }, code: 'CONFIGURATION_ERROR', reason: 'missing_model', requests: 0 },
  {
    label: 'openai-compatible: no address',
    config: { url: null },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: an address that is none',
    config: { url: 'api.openai.com' },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: a temperature that is no number',
    config: { temperature: 'hot' },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: another provider',
    call: { provider: 'opnai' },
    code: 'CONFIGURATION_ERROR',
    reason: 'unknown_provider',
    requests: 0,
  },
];
