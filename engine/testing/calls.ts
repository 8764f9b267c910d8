import type { Json, JsonObject } from '../base/index.ts';
import type { ModelCall, ToolCall } from '../run/index.ts';

/** A call of a tool as the machine makes it. */
export function makeToolCall(use: string, input: Json, extra: Partial<ToolCall> = {}): ToolCall {
  return {
    type: 'tool.call',
    key: 'run/task/1/1/1',
    taskId: 'task',
    env: {},
    simulate: false,
    seed: 1,
    use,
    toolId: null,
    input,
    config: {},
    outputSchema: null,
    ...extra,
  };
}

/** One turn of the agent `writer` on the provider `mock`, which is asked for a `topic`. */
export function makeModelCall(config: JsonObject, extra: Partial<ModelCall> = {}): ModelCall {
  return {
    type: 'model.call',
    key: 'run/task/1/1/1',
    taskId: 'task',
    env: {},
    simulate: false,
    seed: 1,
    agentId: 'writer',
    provider: 'mock',
    model: 'small',
    config,
    instructions: 'Sort the ticket.',
    messages: [{ role: 'user', content: 'I was charged twice' }],
    tools: [],
    outputSchema: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } },
    ...extra,
  };
}

/** A fetch that notes what it is asked and answers with JSON. */
export function scriptFetch(body: Json = {}, init: ResponseInit = {}) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch = async (url: string | URL | Request, asked: RequestInit = {}): Promise<Response> => {
    requests.push({ url: url instanceof Request ? url.url : String(url), init: asked });
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });
  };
  return { fetch, requests };
}
