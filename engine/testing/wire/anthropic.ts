import { findForeignRole, needs, typed, type WireFormat, type WireTurn } from './WireFormat.ts';

const FINISH = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use', filter: 'refusal' } as const;

/** Anthropic's Messages. */
export const anthropic: WireFormat = {
  name: 'anthropic',
  handles: (path) => path.endsWith('/messages'),
  findProblem: (request) => {
    const { model, messages, max_tokens: limit, stream } = request.body;
    if (typeof model !== 'string') return 'model: Field required';
    if (typeof limit !== 'number') return 'max_tokens: Field required';
    if (stream !== true) return 'Only streamed answers are scripted.';
    return (
      needs(request, 'x-api-key', /.+/) ??
      needs(request, 'anthropic-version', /^\d{4}-\d\d-\d\d$/) ??
      (request.headers['origin'] === undefined
        ? null
        : needs(request, 'anthropic-dangerous-direct-browser-access', /^true$/)) ??
      findForeignRole(messages, ['user', 'assistant'])
    );
  },
  contentType: 'text/event-stream',
  stream: (turn, { body }) => streamMessage(turn, typeof body['model'] === 'string' ? body['model'] : ''),
  error: (status, message, type) => ({ type: 'error', error: { type: type === '' ? nameOf(status) : type, message } }),
};

function streamMessage(turn: Required<WireTurn>, model: string): string[] {
  const { input, output } = turn.usage;
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const blocks = [
    ...(turn.text.length === 0
      ? []
      : [{ block: { type: 'text', text: '' }, deltas: turn.text.map((text) => ({ type: 'text_delta', text })) }]),
    ...turn.toolCalls.map(({ id, name, input: given }) => ({
      block: { type: 'tool_use', id, name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(given) }],
    })),
  ];
  return [
    typed('message_start', { message: { ...message, usage: { input_tokens: input, output_tokens: 1 } } }),
    typed('ping', {}),
    ...blocks.flatMap(({ block, deltas }, index) => [
      typed('content_block_start', { index, content_block: block }),
      ...deltas.map((delta) => typed('content_block_delta', { index, delta })),
      typed('content_block_stop', { index }),
    ]),
    typed('message_delta', {
      delta: { stop_reason: FINISH[turn.finish], stop_sequence: null },
      usage: { output_tokens: output },
    }),
    typed('message_stop', {}),
  ];
}

function nameOf(status: number): string {
  const names: Readonly<Record<number, string>> = {
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  return names[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
