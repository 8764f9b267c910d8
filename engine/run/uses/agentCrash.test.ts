import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { replay, runScript, type Script, type ScriptedAnswer, ScriptedMemory, yaml } from '../../testing/index.ts';
import type { Call } from '../contract/Effect.ts';

const text = yaml`
  memory:
    id: chat
    vector: { use: core:in-memory, dimensions: 8, config: {} }
    options: { workingMemory: { enabled: true } }
  tools: [{ id: look, use: core:http, schema: { input: { type: object }, output: {} } }]
  agents:
    - id: a
      use: core:agent
      config: { provider: mock, model: m, max_steps: 11 }
      tools: [{ id: look }]
  tasks:
    - { id: t, type: basic, use: agent:a, with: { prompt: Go, seen: "{{ memory.chat.last_messages }}" }, on_success: { next: u } }
    - { id: u, type: map, config: { mapping: "{{ memory.chat.last_messages }}" } }
`;

const say = (words: string, toolCalls: readonly Json[]): ScriptedAnswer => ({
  value: { text: words, object: null, toolCalls, model: 'm', usage: { input_tokens: 3, output_tokens: 1 } },
  after: 10,
});

/** Ten steps: each asks for two tools at once, the fifth also rewrites what it knows. */
function answerTo(call: Call): ScriptedAnswer {
  if (call.type !== 'model.call') return { value: { n: call.seed }, after: 5 };
  const step = call.messages.filter(({ role }) => role === 'assistant').length;
  if (step === 10) return say('Done.', []);
  const asked = ['l', 'r'].map((side): Json => ({ id: `${side}${step}`, name: 'look', input: { step } }));
  const notes = { id: `w${step}`, name: 'update_working_memory', input: { memory: '<user/>' } };
  return say('', step === 5 ? [...asked, notes] : asked);
}

const SCRIPT: Script = { input: { thread_id: 'x' }, answers: { t: answerTo } };

test('an agent of ten steps, stopped after any input, resumes and repeats no call', () => {
  const whole = runScript(text, SCRIPT);
  expect(whole.view).toMatchObject({
    status: 'success',
    output: [{ content: 'Go' }, { content: 'Done.' }],
    usage: { input_tokens: 33, output_tokens: 11 },
  });
  expect(whole.calls).toHaveLength(1 + 1 + 11 + 20 + 1 + 1);
  for (let count = 1; count < whole.journal.length; count += 1) {
    // What was in flight when it stopped has reached the memory, but its outcome is not in the journal.
    const memory = new ScriptedMemory();
    const { journal } = runScript(text, { ...SCRIPT, memory, mostInputs: count });
    const recorded = new Set(journal.flatMap((input) => (input.type === 'effect.completed' ? [input.key] : [])));
    const resumed = runScript(text, { ...SCRIPT, memory, journal });
    expect(resumed.calls.filter(({ key }) => recorded.has(key))).toEqual([]);
    expect(recorded.size + resumed.calls.length).toBe(whole.calls.length);
    expect(resumed.events).toHaveLength(whole.events.length);
    expect(resumed.view).toMatchObject({ status: 'success', output: [{ content: 'Go' }, { content: 'Done.' }] });
  }
  expect(replay(text, whole.journal)).toEqual(whole.events);
});
