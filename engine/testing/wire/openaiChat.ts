import type { Json, JsonObject } from '../../base/index.ts';
import { event, findForeignRole, needs, type WireFormat, type WireTurn } from './WireFormat.ts';

const FINISH = { stop: 'stop', length: 'length', tools: 'tool_calls', filter: 'content_filter' } as const;

/** OpenAI's Chat Completions, as groq, DeepSeek, OpenRouter, Together and most own servers speak them too. */
export const openaiChat: WireFormat = {
  name: 'openai-chat',
  handles: (path) => path.endsWith('/chat/completions') && !path.startsWith('/mistral/'),
  findProblem: (request) => {
    const { model, messages, stream } = request.body;
    if (typeof model !== 'string') return 'The model is missing.';
    if (stream !== true) return 'Only streamed answers are scripted.';
    const isOwn = request.path.startsWith('/own/');
    return (
      (isOwn ? null : needs(request, 'authorization', /^Bearer .+/)) ??
      findForeignRole(messages, ['system', 'developer', 'user', 'assistant', 'tool'])
    );
  },
  contentType: 'text/event-stream',
  stream: (turn, { body }) =>
    streamChat(turn, { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: body['model'] ?? '' }),
  error: (status, message, type) => ({ error: { message, type, param: null, code: type === '' ? status : type } }),
};

/** Mistral's dialect of it: errors without a wrapper, no developer role. */
export const mistral: WireFormat = {
  ...openaiChat,
  name: 'mistral',
  handles: (path) => path.startsWith('/mistral/') && path.endsWith('/chat/completions'),
  findProblem: (request) =>
    needs(request, 'authorization', /^Bearer .+/) ??
    findForeignRole(request.body['messages'], ['system', 'user', 'assistant', 'tool']),
  stream: (turn, { body }) =>
    streamChat(turn, { id: 'cmpl-1', object: 'chat.completion.chunk', model: body['model'] ?? '' }),
  error: (status, message, type) => ({ object: 'error', message, type, param: null, code: String(status) }),
};

function streamChat(turn: Required<WireTurn>, head: JsonObject): string[] {
  const chunk = (delta: JsonObject, more: JsonObject = {}, finish: Json = null): string =>
    event({ ...head, created: 1, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...more });
  const calls = turn.toolCalls.flatMap(({ id, name, input }, index) => {
    const text = JSON.stringify(input);
    const cut = Math.floor(text.length / 2);
    const first = { index, id, type: 'function', function: { name, arguments: text.slice(0, cut) } };
    return [
      chunk({ tool_calls: [first] }),
      chunk({ tool_calls: [{ index, function: { arguments: text.slice(cut) } }] }),
    ];
  });
  const { input, output } = turn.usage;
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...turn.text.map((content) => chunk({ content })),
    ...calls,
    // Groq reports the usage in another place.
    chunk({}, { usage, x_groq: { id: 'req_1', usage } }, FINISH[turn.finish]),
    'data: [DONE]\n\n',
  ];
}
