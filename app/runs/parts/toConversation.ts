import type { ActivationView, EffectView } from '#engine/run';
import { isJsonObject, type Json } from '#engine/values';

/** One message of a conversation with a model, as it was sent or as it came back. */
export interface TalkMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** The tools that an answer asks for. */
  readonly calls: readonly { readonly name: string; readonly input: Json }[];
  /** The turn that brought it, for a model's own words: its usage and whether it was made up. */
  readonly turn: EffectView | null;
}

/**
 * The conversation of a step with its model: each message once, in order, though each turn is sent all before it. Where a
 * later attempt began anew, its messages follow those of the one before. Empty for a step that called no model.
 */
export function toConversation({ effects }: Pick<ActivationView, 'effects'>): readonly TalkMessage[] {
  const talk: TalkMessage[] = [];
  let sent = 0;
  for (const turn of effects) {
    if (turn.kind !== 'model') continue;
    const request = isJsonObject(turn.request) ? turn.request : {};
    const messages = Array.isArray(request['messages']) ? (request['messages'] as readonly Json[]) : [];
    const isNew = messages.length <= sent;
    if (isNew || sent === 0) {
      sent = 0;
      const { instructions } = request;
      if (typeof instructions === 'string' && instructions !== '')
        talk.push({ role: 'system', text: instructions, calls: [], turn: null });
    }
    for (const message of messages.slice(sent)) {
      const read = readMessage(message);
      // The model's own words came as its answer.
      if (read !== null && !(sent > 0 && read.role === 'assistant')) talk.push(read);
    }
    sent = messages.length;
    if (turn.endedAt !== null && turn.error === null) talk.push(readTurn(turn));
  }
  return talk;
}

function readMessage(message: Json): TalkMessage | null {
  if (!isJsonObject(message)) return null;
  const { role, content } = message;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return null;
  return { role, text: typeof content === 'string' ? content : JSON.stringify(content), calls: [], turn: null };
}

function readTurn(turn: EffectView): TalkMessage {
  const answer = isJsonObject(turn.response) ? turn.response : {};
  const { text, object, toolCalls } = answer;
  const calls = (Array.isArray(toolCalls) ? (toolCalls as readonly Json[]) : []).flatMap((call) =>
    isJsonObject(call) && typeof call['name'] === 'string'
      ? [{ name: call['name'], input: call['input'] ?? null }]
      : [],
  );
  const said = typeof text === 'string' && text !== '' ? text : object == null ? '' : JSON.stringify(object, null, 2);
  return { role: 'assistant', text: said, calls, turn };
}
