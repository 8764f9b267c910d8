import type { JsonObject } from '../../base/index.ts';
import { event, needs, type WireFormat, type WireTurn } from './WireFormat.ts';

/** OpenAI's Responses, as xAI speaks them too. */
export const openaiResponses: WireFormat = {
  name: 'openai-responses',
  handles: (path) => path.endsWith('/responses'),
  findProblem: (request) => {
    const { model, input, stream } = request.body;
    if (typeof model !== 'string') return 'The model is missing.';
    if (stream !== true) return 'Only streamed answers are scripted.';
    if (!Array.isArray(input) || input.length === 0) return 'The input is missing.';
    return needs(request, 'authorization', /^Bearer .+/);
  },
  contentType: 'text/event-stream',
  stream: (turn, { body }) => streamResponse(turn, typeof body['model'] === 'string' ? body['model'] : ''),
  error: (status, message, type) => ({
    error: { message, type, param: null, code: type === '' ? String(status) : type },
  }),
};

function streamResponse(turn: Required<WireTurn>, model: string): string[] {
  let sequence = 0;
  const send = (type: string, data: JsonObject): string =>
    event({ type, sequence_number: (sequence += 1), ...data }, type);
  const response = { id: 'resp_1', object: 'response', created_at: 1, model, output: [], status: 'in_progress' };
  const item = { id: 'msg_1', type: 'message', role: 'assistant' };
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const text = turn.text.join('');
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  const message =
    turn.text.length === 0
      ? []
      : [
          send('response.output_item.added', {
            output_index: 0,
            item: { ...item, status: 'in_progress', content: [] },
          }),
          send('response.content_part.added', { ...place, part: { type: 'output_text', text: '', annotations: [] } }),
          ...turn.text.map((delta) => send('response.output_text.delta', { ...place, delta, logprobs: [] })),
          send('response.output_text.done', { ...place, text, logprobs: [] }),
          send('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed', content } }),
        ];
  const calls = turn.toolCalls.flatMap(({ id, name, input }, index) => {
    const call = { id: `fc_${index}`, type: 'function_call', call_id: id, name };
    const output_index = index + message.length;
    const given = JSON.stringify(input);
    return [
      send('response.output_item.added', { output_index, item: { ...call, arguments: '', status: 'in_progress' } }),
      send('response.function_call_arguments.delta', { item_id: call.id, output_index, delta: given }),
      send('response.function_call_arguments.done', { item_id: call.id, output_index, arguments: given }),
      send('response.output_item.done', { output_index, item: { ...call, arguments: given, status: 'completed' } }),
    ];
  });
  return [send('response.created', { response }), ...message, ...calls, end(turn, response, send)];
}

function end(turn: Required<WireTurn>, response: JsonObject, send: (type: string, data: JsonObject) => string): string {
  const { input, output } = turn.usage;
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
  if (turn.finish === 'length' || turn.finish === 'filter') {
    const reason = turn.finish === 'length' ? 'max_output_tokens' : 'content_filter';
    const more = { status: 'incomplete', incomplete_details: { reason }, usage };
    return send('response.incomplete', { response: { ...response, ...more } });
  }
  return send('response.completed', { response: { ...response, status: 'completed', usage } });
}
