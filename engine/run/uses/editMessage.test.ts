import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { replay, runScript, type Script, type ScriptedAnswer, yaml } from '../../testing/index.ts';
import type { ModelCall } from '../contract/Effect.ts';

const text = yaml`
  agents:
    - id: clerk
      use: core:agent
      instructions: Be kind.
      config: {provider: mock, model: m-1}
      tools:
        - {id: lookup, use: "core:hash", schema: {input: {type: object}}}
  tasks:
    - id: t
      type: basic
      use: agent:clerk
      with: {order: 7}
`;

const USAGE = { input_tokens: 1, output_tokens: 2 };

function turn(said: JsonObject, after = 0): ScriptedAnswer {
  return {
    value: { text: '', object: null, toolCalls: [], model: 'm-1', usage: USAGE, simulated: false, ...said },
    after,
  };
}

const lookup = (q: string): JsonObject => ({ toolCalls: [{ id: 'c1', name: 'lookup', input: { q } }] });

function run(script: Script) {
  const result = runScript(text, script);
  // What the person did is an input: the journal alone gives the same run.
  expect(replay(text, result.journal)).toEqual(result.events);
  const asked = result.calls.filter((call): call is ModelCall => call.type === 'model.call');
  return { ...result, asked, last: asked.at(-1) };
}

const edit = (after: number, index: number | null, content: string, key = 'run/t/1/1/1') =>
  ({ after, type: 'message.edited', key, index, content }) as const;

test('a model that is asked is asked anew, with the message that was changed, and the step says so', () => {
  const answers = { t: [turn({ text: 'late' }, 5000), turn({ text: 'Yes.' })] };
  const { asked, last, view, events } = run({ answers, inputs: [edit(1000, 0, 'Order 8?')] });
  expect(asked.map(({ key }) => key)).toEqual(['run/t/1/1/1', 'run/t/1/1/2']);
  expect(last?.messages).toEqual([{ role: 'user', content: 'Order 8?' }]);
  expect(view.tasks.get('t')).toMatchObject({ isEdited: true, output: 'Yes.' });
  // The request that was withdrawn is not one of the step's.
  expect(view.tasks.get('t')?.effects).toMatchObject([{ key: 'run/t/1/1/2', response: { text: 'Yes.' } }]);
  expect(events.filter(({ type }) => type === 'message.edited')).toMatchObject([
    { taskId: 't', index: 0, content: 'Order 8?' },
  ]);
});

test('the system prompt is another one from then on', () => {
  const answers = { t: [turn({}, 5000), turn(lookup('a')), { value: { found: 1 } }, turn({ text: 'Yes.' })] };
  const { asked } = run({ answers, inputs: [edit(1000, null, 'Be curt.')] });
  expect(asked.map(({ instructions }) => instructions)).toEqual(['Be kind.', 'Be curt.', 'Be curt.']);
});

test('what a tool answered is changed in the request that brings it, and what went before stays', () => {
  const answers = { t: [turn(lookup('a')), { value: { found: 1 } }, turn({}, 5000), turn({ text: 'None.' })] };
  const { last, view } = run({ answers, inputs: [edit(1000, 2, '{"found":0}', 'run/t/1/1/3')] });
  const roles: Json = last?.messages.map(({ role, content }) => `${role} ${content}`) ?? null;
  expect(roles).toEqual(['user {"order":7}', 'assistant ', 'tool {"found":0}']);
  expect(last?.messages[1]?.toolCalls).toHaveLength(1);
  expect(view.output).toBe('None.');
});

test.each([
  ['there is no such message', edit(1000, 9, 'x')],
  ['it is no request of a model', edit(1000, 0, 'x', 'run/t/1/1/2')],
  ['it has answered', edit(9000, 0, 'x')],
])('nothing is changed where %s, with a warning', (_why, input) => {
  const { asked, view } = run({
    answers: { t: [turn(lookup('a'), 2000), { value: {}, after: 20_000 }] },
    inputs: [input],
  });
  expect(asked).toHaveLength(2);
  expect(view.warnings).toMatchObject([{ code: 'MESSAGE_NOT_EDITED' }]);
});
