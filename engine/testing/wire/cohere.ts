import { findForeignRole, needs, typed, type WireFormat } from './WireFormat.ts';

const FINISH = { stop: 'COMPLETE', length: 'MAX_TOKENS', tools: 'TOOL_CALL', filter: 'ERROR_TOXIC' } as const;

/** Cohere's chat, version 2. */
export const cohere: WireFormat = {
  name: 'cohere',
  handles: (path) => path.endsWith('/v2/chat'),
  findProblem: (request) => {
    if (request.body['stream'] !== true) return 'Only streamed answers are scripted.';
    return (
      needs(request, 'authorization', /^Bearer .+/) ??
      findForeignRole(request.body['messages'], ['system', 'user', 'assistant', 'tool'])
    );
  },
  contentType: 'text/event-stream',
  stream: (turn) => {
    const { input, output } = turn.usage;
    const usage = {
      billed_units: { input_tokens: input, output_tokens: output },
      tokens: { input_tokens: input, output_tokens: output },
    };
    const texts = [
      typed('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
      ...turn.text.map((text) => typed('content-delta', { index: 0, delta: { message: { content: { text } } } })),
      typed('content-end', { index: 0 }),
    ];
    const calls = turn.toolCalls.flatMap(({ id, name, input: given }, index) => {
      const text = JSON.stringify(given);
      const start = { id, type: 'function', function: { name, arguments: '' } };
      return [
        typed('tool-call-start', { index, delta: { message: { tool_calls: start } } }),
        typed('tool-call-delta', { index, delta: { message: { tool_calls: { function: { arguments: text } } } } }),
        typed('tool-call-end', { index }),
      ];
    });
    return [
      typed('message-start', {
        id: 'cohere-1',
        delta: { message: { role: 'assistant', content: [], tool_calls: [] } },
      }),
      ...(turn.text.length === 0 ? [] : texts),
      ...calls,
      typed('message-end', { delta: { finish_reason: FINISH[turn.finish], usage } }),
    ];
  },
  error: (_status, message) => ({ message }),
};
