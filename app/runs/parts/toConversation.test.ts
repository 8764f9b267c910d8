import { expect, test } from 'vitest';
import type { EffectView } from '#engine/run';
import type { Json } from '#engine/values';
import { type TalkMessage, toConversation } from './toConversation.ts';

function turn(key: string, messages: readonly Json[], response: Json, instructions = 'Be kind.'): EffectView {
  const request = { instructions, messages: [...messages] };
  return {
    key,
    kind: 'model',
    name: 'clerk',
    request,
    response,
    error: null,
    simulated: false,
    startedAt: 0,
    endedAt: response === null ? null : 1,
  };
}

function place({ sent }: TalkMessage): string {
  return sent === undefined ? '' : ` (${sent.key} ${sent.index ?? 'prompt'})`;
}

/** Each message in a line: who, what, and where it was first sent. */
function tell(effects: readonly EffectView[]): readonly string[] {
  return toConversation({ effects }).map(
    (message) => `${message.tool ?? message.role}: ${message.text}${place(message)}`,
  );
}

const USER = { role: 'user', content: 'Where is 7?' };
const ASKS = { text: 'I look.', toolCalls: [{ name: 'lookup', input: { id: 7 } }] };
const SAID = { role: 'assistant', content: 'I look.' };
const FOUND = { role: 'tool', content: '{"at":"Rome"}' };

test('each message stands once, with the request that sent it first', () => {
  const effects = [turn('r/t/1/1/1', [USER], ASKS), turn('r/t/1/1/3', [USER, SAID, FOUND], { text: 'In Rome.' })];
  expect(tell(effects)).toEqual([
    'system: Be kind. (r/t/1/1/1 prompt)',
    'user: Where is 7? (r/t/1/1/1 0)',
    'assistant: I look. (r/t/1/1/3 1)',
    'lookup: {"at":"Rome"} (r/t/1/1/3 2)',
    'assistant: In Rome.',
  ]);
});

test('the conversations of items that were asked about at once are told one after the other', () => {
  const effects = [
    turn('r/t/1/1/item-0.1', [USER], ASKS),
    turn('r/t/1/1/item-1.1', [{ role: 'user', content: 'And 8?' }], { text: 'Lost.' }),
    turn('r/t/1/1/item-0.3', [USER, SAID, FOUND], { text: 'In Rome.' }),
  ];
  expect(toConversation({ effects }).map(({ text }) => text)).toEqual([
    'Be kind.',
    'Where is 7?',
    'I look.',
    '{"at":"Rome"}',
    'In Rome.',
    'Be kind.',
    'And 8?',
    'Lost.',
  ]);
});

test('a turn that has not ended has no answer yet, and a message that is no text cannot be changed', () => {
  const effects = [turn('r/t/1/1/1', [{ role: 'user', content: [{ type: 'image' }] }], null, '')];
  expect(tell(effects)).toEqual(['user: [{"type":"image"}]']);
});

test('what was sent after the system prompt follows it, and cannot be changed', () => {
  const answer = { text: '{}', toolCalls: [], added: 'Answer with JSON.' };
  expect(tell([turn('r/t/1/1/1', [USER], answer)]).slice(0, 2)).toEqual([
    'system: Be kind. (r/t/1/1/1 prompt)',
    'system: Answer with JSON.',
  ]);
});
