import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { toTemplateWords } from '../../effects/index.ts';
import type { Call, ModelCall } from '../../run/index.ts';

/** Headers that are other ones each time, and ask for nothing else. A key that the workflow gives itself is a part of what it asks. */
const CHANGING: ReadonlySet<string> = new Set([
  'date',
  'traceparent',
  'tracestate',
  'x-correlation-id',
  'x-request-id',
]);

/** Shorter ids of runs may be words of a request. */
const SHORTEST_ID = 8;

/**
 * What a call asks for, as a text that is equal for equal requests: JSON with its keys in order, without the id of the run and of what a
 * model asked for, times, and headers that change; secrets as the templates that give them.
 *
 * @param runId id of the run that makes it
 */
export function fingerprintOf(call: Call, runId: string): string {
  const text = JSON.stringify(sortKeys(describe(call)));
  const known = text.includes('secret') ? toTemplateWords(text) : text;
  return runId.length < SHORTEST_ID ? known : known.replaceAll(runId, '{{ run }}');
}

function describe(call: Call): JsonObject {
  switch (call.type) {
    case 'tool.call': {
      const { type, use, input, config } = call;
      return { type, use, input: withoutChanging(input), config: withoutChanging(config) };
    }
    case 'memory.call': {
      const { type, memory, threadId, request } = call;
      return { type, memory, threadId, request };
    }
    default:
      return describeModelCall(call);
  }
}

function describeModelCall(call: ModelCall): JsonObject {
  const { type, provider, model, config, instructions, messages, tools, outputSchema } = call;
  // Models make up ids of what they ask for: only which answer belongs to which counts.
  const ids = messages.flatMap((message) => (message.toolCalls ?? []).map(({ id }) => id));
  const numberOf = (id: string): number => ids.lastIndexOf(id);
  const said = messages.map(({ role, content, toolCalls, toolCallId }) => ({
    role,
    content,
    ...(toolCalls === undefined ? {} : { asks: toolCalls.map(({ name, input }): Json => ({ name, input })) }),
    ...(toolCallId === undefined ? {} : { answers: numberOf(toolCallId) }),
  }));
  const offered = tools.map(({ name, description, inputSchema }): Json => ({ name, description, inputSchema }));
  return { type, provider, model, config, instructions, messages: said, tools: offered, outputSchema };
}

function withoutChanging(input: Json): Json {
  if (!isJsonObject(input)) return input;
  const { headers = null } = input;
  if (!isJsonObject(headers)) return input;
  const kept = Object.entries(headers).filter(([name]) => !CHANGING.has(name.toLowerCase()));
  return { ...input, headers: jsonObject(kept) };
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const);
  return jsonObject(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
