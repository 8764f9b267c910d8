import type { RunInput } from '../contract/RunInput.ts';
import type { Conversation } from '../state/Continuation.ts';
import { emit, refOf, warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { askModel } from './conversations.ts';

type MessageEdited = Extract<RunInput, { readonly type: 'message.edited' }>;

/**
 * Replaces what one message of a conversation says, or its system prompt, while its model is asked: that request is withdrawn and
 * made again, under another key, and the conversation continues from there. A warning where there is no such request or message.
 */
export function editMessage(run: Run, { key, index, content }: MessageEdited): void {
  const pending = run.calls.get(key);
  const conversation = pending?.continuation.kind === 'agent.turn' ? pending.continuation.conversation : null;
  if (pending === undefined || conversation === null || !replace(conversation, index, content)) {
    const message = 'A message was not changed: its model is not being asked, or there is no such message.';
    warn(run, pending?.activation ?? null, { code: 'MESSAGE_NOT_EDITED', message, path: null });
    return;
  }
  const { activation } = pending;
  run.calls.delete(key);
  activation.calls.delete(key);
  run.effects.push({ type: 'effect.abort', key });
  emit(run, { type: 'message.edited', ...refOf(activation), key, index, content });
  askModel(run, conversation);
}

/** Answers whether there is such a message. */
function replace(conversation: Conversation, index: number | null, content: string): boolean {
  if (index === null) {
    conversation.instructions = content;
    return true;
  }
  const message = conversation.messages[index];
  if (message === undefined) return false;
  conversation.messages[index] = { ...message, content };
  const { call, recalled } = conversation;
  const { setup } = call;
  // The memory is to keep what the model was told.
  const isOfUser = setup.userText !== null && index === setup.messages.length + recalled.messages.length;
  if (isOfUser) conversation.call = { ...call, setup: { ...setup, userText: content } };
  return true;
}
