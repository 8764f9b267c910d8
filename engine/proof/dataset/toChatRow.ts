import { isJsonObject, type Json, type JsonObject, ownValue } from '../../base/index.ts';

/**
 * A line of a file of examples as a row. Evaluations of chats have `{input: MESSAGES, ideal}`, `{item: {…}}`, or `{messages}`, the last of which
 * is the answer that is wanted: such a row has `messages` (those before the answer), `prompt` (what the user said last), `system` and `ideal`
 * next to what is written. What is no map is under `value`.
 */
export function toChatRow(line: Json): JsonObject {
  if (!isJsonObject(line)) return { value: line };
  const item = ownValue(line, 'item');
  if (isJsonObject(item)) return toChatRow(item);
  const input = ownValue(line, 'input');
  if (isConversation(input)) return { ...partsOf(input), ...line };
  const messages = ownValue(line, 'messages');
  if (!isConversation(messages)) return line;
  const last = messages.at(-1);
  if (last === undefined || ownValue(last, 'role') !== 'assistant') return { ...partsOf(messages), ...line };
  const asked = messages.slice(0, -1);
  return { ...partsOf(asked), ideal: textOf(last), ...line, messages: asked };
}

/** Roles of who sets the scene. */
const SYSTEM: ReadonlySet<unknown> = new Set(['system', 'developer']);

function isConversation(value: Json | undefined): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message: Json) => isJsonObject(message) && typeof ownValue(message, 'role') === 'string')
  );
}

function partsOf(messages: readonly JsonObject[]): JsonObject {
  const system = messages.filter((message) => SYSTEM.has(ownValue(message, 'role')));
  const asked = messages.findLast((message) => ownValue(message, 'role') === 'user');
  return {
    messages,
    prompt: asked === undefined ? '' : textOf(asked),
    ...(system.length === 0 ? {} : { system: system.map(textOf).join('\n\n') }),
  };
}

/** What a message says; of one with parts, those that are text. */
function textOf(message: JsonObject): string {
  const content = ownValue(message, 'content');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: Json) => {
      const text = isJsonObject(part) ? ownValue(part, 'text') : undefined;
      return typeof text === 'string' ? [text] : [];
    })
    .join('\n');
}
