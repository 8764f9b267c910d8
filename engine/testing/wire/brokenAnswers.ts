import type { Fault } from './Fault.ts';

/** Answers that are none: silence, a stream that is cut, of another format, without an end or without content, a model that refuses. */
export const BROKEN_ANSWERS: readonly Fault[] = [
  {
    label: 'mistral: silent',
    answer: { text: ['one', 'two'], breaks: 'silent' },
    config: { timeout: '150ms' },
    code: 'TIMEOUT_ERROR',
    reason: 'silent',
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
    label: 'openai-compatible: refuses in the middle',
    answer: {
      pieces: [
        'data: {"error":{"message":"Tool names must be unique","type":"invalid_request_error","param":null,"code":null}}\n\n',
      ],
    },
    code: 'PROVIDER_ERROR',
    reason: 'bad_request',
    status: 400,
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
    label: 'openai-compatible: a flood of events without anything in them',
    answer: { pieces: ['data:\n\n'.repeat(1e6)] },
    code: 'PROVIDER_ERROR',
    reason: 'bad_answer',
  },
  {
    label: 'openai-compatible: a flood of events of another format',
    answer: { pieces: ['data: {}\n\n'.repeat(8e5)] },
    code: 'PROVIDER_ERROR',
    reason: 'bad_answer',
  },
  {
    label: 'openai-compatible: a flood of empty events',
    answer: { pieces: ['data: {"id":"1","choices":[{"index":0,"delta":{"content":""}}]}\n\n'.repeat(1e5)] },
    code: 'LIMIT_ERROR',
    reason: 'idle_events',
  },
  {
    label: 'anthropic: a flood of pings',
    answer: { pieces: ['event: ping\ndata: {"type": "ping"}\n\n'.repeat(3e5)] },
    code: 'LIMIT_ERROR',
    reason: 'idle_events',
  },
  {
    label: 'google: one event without an end',
    answer: { pieces: ['data: {"candidates":[{"content":{"parts":[{"text":"', 'x'.repeat(9 * 1024 * 1024)] },
    code: 'LIMIT_ERROR',
    reason: 'event_too_large',
  },
  {
    label: 'cohere: an event that nests too deeply',
    answer: { pieces: [`data: {"type":"content-delta","delta":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n\n`] },
    code: 'LIMIT_ERROR',
    reason: 'json_depth',
  },
  {
    label: 'ollama: a flood of lines without content',
    answer: {
      pieces: [
        '{"model":"small","created_at":"","message":{"role":"assistant","content":""},"done":false}\n'.repeat(1e5),
      ],
    },
    code: 'LIMIT_ERROR',
    reason: 'idle_events',
  },
];
