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
  /** True: sent after the system prompt, and not written by the author. */
  readonly isAdded?: true;
  /** For what a tool has answered: its name, as the model asked for it. */
  readonly tool?: string;
  /** The first request that it was sent with, and its index there; null for the system prompt. Absent where it was never sent. */
  readonly sent?: { readonly key: string; readonly index: number | null };
}

type Turn = EffectView & { readonly kind: 'model' };

/**
 * The conversations of a step with its models, one after the other (for each attempt, and for each item that it asks a model about): each
 * message once, in order, though each turn is sent all before it. Empty for a step that called no model.
 */
export function toConversation({ effects }: Pick<ActivationView, 'effects'>): readonly TalkMessage[] {
  const talks = new Map<string, Turn[]>();
  for (const effect of effects) {
    if (!isTurn(effect)) continue;
    // Keys of one conversation differ by the number of the call.
    const place = effect.key.replace(/\d+$/, '');
    const turns = talks.get(place);
    if (turns === undefined) talks.set(place, [effect]);
    else turns.push(effect);
  }
  return [...talks.values()].flatMap(toTalk);
}

function isTurn(effect: EffectView): effect is Turn {
  return effect.kind === 'model';
}

function toTalk(turns: readonly Turn[]): readonly TalkMessage[] {
  const talk: TalkMessage[] = [];
  let sent = 0;
  let unanswered: string[] = [];
  for (const turn of turns) {
    const { key } = turn;
    const request = isJsonObject(turn.request) ? turn.request : {};
    const messages = Array.isArray(request['messages']) ? (request['messages'] as readonly Json[]) : [];
    if (messages.length <= sent) sent = 0;
    if (sent === 0) {
      const { instructions } = request;
      if (typeof instructions === 'string' && instructions !== '')
        talk.push({ role: 'system', text: instructions, calls: [], turn: null, sent: { key, index: null } });
      const { added } = isJsonObject(turn.response) ? turn.response : {};
      if (typeof added === 'string') talk.push({ role: 'system', text: added, calls: [], turn: null, isAdded: true });
    }
    for (const [offset, message] of messages.slice(sent).entries()) {
      const read = readMessage(message);
      const place = isChangeable(message) ? { sent: { key, index: sent + offset } } : {};
      // The model's own words came as its answer.
      if (read?.role === 'assistant' && sent > 0) talk.push(...talk.splice(-1).map((own) => ({ ...own, ...place })));
      else if (read !== null) talk.push({ ...read, ...place, ...nameTool(read.role, unanswered) });
    }
    sent = messages.length;
    if (turn.endedAt === null || turn.error !== null) continue;
    const answer = readTurn(turn);
    unanswered = answer.calls.map(({ name }) => name);
    talk.push(answer);
  }
  return talk;
}

/** Results come in the order in which tools were asked for. */
function nameTool(role: TalkMessage['role'], unanswered: string[]): Pick<TalkMessage, 'tool'> {
  const tool = role === 'tool' ? unanswered.shift() : undefined;
  return tool === undefined ? {} : { tool };
}

function isChangeable(message: Json): boolean {
  return isJsonObject(message) && typeof message['content'] === 'string';
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
