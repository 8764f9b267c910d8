import { event, findForeignRole, needs, type WireFormat } from './WireFormat.ts';

const FINISH = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP', filter: 'SAFETY' } as const;

/** Google's Gemini API. */
export const gemini: WireFormat = {
  name: 'gemini',
  handles: (path) => path.endsWith(':streamGenerateContent'),
  findProblem: (request) => {
    if (!request.query.includes('alt=sse')) return 'Only streamed events are scripted: alt=sse.';
    return (
      needs(request, 'x-goog-api-key', /.+/) ?? findForeignRole(request.body['contents'], ['user', 'model', 'function'])
    );
  },
  contentType: 'text/event-stream',
  stream: (turn, { path }) => {
    const modelVersion = /models\/([^:]+):/.exec(path)?.[1] ?? '';
    const { input, output } = turn.usage;
    const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
    const parts = [
      ...turn.text.map((text) => ({ text })),
      ...turn.toolCalls.map(({ name, input: args }) => ({ functionCall: { name, args } })),
    ];
    const end = { finishReason: FINISH[turn.finish], index: 0, content: { role: 'model', parts: [{ text: '' }] } };
    return [
      ...parts.map((part) =>
        event({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], modelVersion }),
      ),
      event({ candidates: [end], usageMetadata, modelVersion }),
    ];
  },
  error: (status, message, type) => ({
    error: { code: status, message, status: type === '' ? 'INVALID_ARGUMENT' : type, details: [] },
  }),
};
