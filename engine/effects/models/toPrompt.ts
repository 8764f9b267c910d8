import type {
  JSONSchema7,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { isJsonObject, type Json } from '../../base/index.ts';
import type { ModelCall } from '../../run/index.ts';

type ModelMessage = ModelCall['messages'][number];

/**
 * A call's conversation as the library takes it. System messages come first, in their order, since some providers
 * take them nowhere else; without any other message the instructions are the user's message. `schema`, where given, is part
 * of the instructions.
 */
export function toPrompt(call: ModelCall, schema: Json | null): LanguageModelV4Prompt {
  const said = call.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const asked = schema === null ? [] : [askFor(schema)];
  const system = [call.instructions, ...said, ...asked].filter((text) => text !== '').join('\n\n');
  const messages = call.messages.filter(({ role }) => role !== 'system');
  if (messages.length === 0) return [{ role: 'user', content: [{ type: 'text', text: system }] }];
  const names = new Map(
    messages.flatMap(({ toolCalls }) => (toolCalls ?? []).map(({ id, name }) => [id, name] as const)),
  );
  const rest = messages.flatMap((message) => toMessage(message, names));
  return system === '' ? rest : [{ role: 'system', content: system }, ...rest];
}

/** Tools as the library takes them: described, never executed. */
export function toTools(tools: ModelCall['tools']): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    ...(description === '' ? {} : { description }),
    inputSchema: toSchema(inputSchema),
  }));
}

/** A schema for the library: JSON Schema, which it hands on unread. */
export function toSchema(schema: Json): JSONSchema7 {
  // A JSON Schema is a JSON object; what the author wrote in it is for the provider to judge.
  return (isJsonObject(schema) ? schema : {}) as JSONSchema7;
}

/** Asks in words for an answer that fits a schema. */
export function askFor(schema: Json): string {
  return `Answer with JSON that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
}

function toMessage(message: ModelMessage, names: ReadonlyMap<string, string>): LanguageModelV4Message[] {
  const { role, content, toolCalls = [], toolCallId = '' } = message;
  switch (role) {
    case 'system':
      return [];
    case 'user':
      return [{ role, content: [{ type: 'text', text: content }] }];
    case 'assistant': {
      const text = content === '' ? [] : [{ type: 'text' as const, text: content }];
      const calls = toolCalls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input,
      }));
      return text.length + calls.length === 0 ? [] : [{ role, content: [...text, ...calls] }];
    }
    case 'tool': {
      const output = { type: 'text' as const, value: content };
      return [{ role, content: [{ type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? '', output }] }];
    }
  }
}
