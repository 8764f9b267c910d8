import { findForeignRole, type WireFormat } from './WireFormat.ts';

/** Ollama's own chat: one JSON object a line. */
export const ollama: WireFormat = {
  name: 'ollama',
  handles: (path) => path.endsWith('/api/chat'),
  findProblem: ({ body }) => {
    if (typeof body['model'] !== 'string') return 'model is required';
    return findForeignRole(body['messages'], ['system', 'user', 'assistant', 'tool']);
  },
  contentType: 'application/x-ndjson',
  stream: (turn, { body }) => {
    const head = { model: body['model'] ?? '', created_at: '2026-01-01T00:00:00Z' };
    const line = (message: object, more: object = { done: false }): string =>
      `${JSON.stringify({ ...head, message: { role: 'assistant', content: '', ...message }, ...more })}\n`;
    const calls = turn.toolCalls.map(({ name, input }) => ({ function: { name, arguments: input } }));
    const counts = { prompt_eval_count: turn.usage.input, eval_count: turn.usage.output };
    const times = { total_duration: 1, load_duration: 1, prompt_eval_duration: 1, eval_duration: 1 };
    return [
      ...turn.text.map((content) => line({ content })),
      ...(calls.length === 0 ? [] : [line({ tool_calls: calls })]),
      line({}, { done: true, done_reason: turn.finish === 'length' ? 'length' : 'stop', ...counts, ...times }),
    ];
  },
  error: (_status, message) => ({ error: message }),
};
