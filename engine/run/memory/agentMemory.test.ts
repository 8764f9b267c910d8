import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { runScript, type ScriptedAnswer, ScriptedMemory } from '../../testing/index.ts';
import type { Call, MemoryCall, ModelCall } from '../contract/Effect.ts';

const text = (options: string, more = '') => `
memory: { id: chat, vector: { use: core:in-memory, dimensions: 8, config: {} }, options: ${options} }
agents:
  - id: a
    use: core:agent
    config: { provider: mock, model: m }
    ${more}
    actions: [{ id: talk, instructions: Be kind., messages: [{ role: system, content: Short. }], output: { type: object, required: [say], properties: { say: { type: string } } } }]
tasks: [{ id: t, type: basic, use: agent:a, on_success: { next: u } }, { id: u, type: map, config: { mapping: "{{ len(memory.chat.last_messages) }}" } }]`;

const said = (object: Json, toolCalls: Json = []): ScriptedAnswer => ({
  value: { text: JSON.stringify(object), object, toolCalls, model: 'm', usage: null, simulated: false },
});

function ofType<T extends Call['type']>(calls: readonly Call[], type: T): Extract<Call, { type: T }>[] {
  return calls.filter((call): call is Extract<Call, { type: T }> => call.type === type);
}

const requests = (calls: readonly Call[]): MemoryCall['request'][] =>
  ofType(calls, 'memory.call').map(({ request }) => request);

function talk(prompt: string, script: { memory: ScriptedMemory; thread?: string; runId?: string; options?: string }) {
  return runScript(text(script.options ?? '{}'), {
    memory: script.memory,
    runId: script.runId ?? prompt,
    input: { prompt, ...(script.thread === undefined ? {} : { thread_id: script.thread }) },
    answers: { t: said({ say: 'yes' }) },
  });
}

describe('an agent with a memory', () => {
  test('recalls before its first turn and remembers its final answer', () => {
    const memory = new ScriptedMemory();
    const first = talk('I like green tea', { memory, thread: 'x' });
    expect(requests(first.calls)).toEqual([
      { op: 'read' },
      { op: 'recall', text: 'I like green tea' },
      {
        op: 'append',
        messages: [
          { role: 'user', content: 'I like green tea' },
          { role: 'assistant', content: '{"say":"yes"}' },
        ],
      },
    ]);
    expect(first.calls.map(({ type }) => type)).toEqual(['memory.call', 'memory.call', 'model.call', 'memory.call']);
    expect(first.view.output).toBe(2);
    expect(first.view.tasks.get('t')?.effects.map(({ kind, name }) => [kind, name])).toEqual([
      ['memory', 'chat'],
      ['memory', 'chat'],
      ['model', 'a'],
      ['memory', 'chat'],
    ]);
  });

  test('sees its own messages, the last ones, what was found elsewhere, and the user, in this order', () => {
    const memory = new ScriptedMemory();
    talk('I like green tea', { memory, thread: 'x' });
    talk('Good day', { memory, thread: 'y' });
    const [call] = ofType(talk('Which tea', { memory, thread: 'y', runId: 'third' }).calls, 'model.call');
    expect(call?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'system: Short.',
      'user: Good day',
      'assistant: {"say":"yes"}',
      'user: From earlier conversations, as it may help:\n- 2026-01-01T00:00:00.000Z user: "I like green tea"',
      'user: Which tea',
    ]);
    expect(call).toMatchObject({ instructions: 'Be kind.', tools: [] });
  });

  test('keeps to lastMessages, and does not search where that is turned off', () => {
    const memory = new ScriptedMemory();
    talk('tea one', { memory, thread: 'x' });
    const options = '{ lastMessages: 1, semanticRecall: { enabled: false } }';
    const run = talk('tea two', { memory, thread: 'x', options });
    expect(requests(run.calls)[1]).toEqual({ op: 'read' });
    expect(ofType(run.calls, 'model.call')[0]?.messages.map(({ content }) => content)).toEqual([
      'Short.',
      '{"say":"yes"}',
      'tea two',
    ]);
  });

  test('has its own thread in each run that names none', () => {
    const memory = new ScriptedMemory();
    talk('tea', { memory, runId: 'one' });
    expect(ofType(talk('tea', { memory, runId: 'two' }).calls, 'memory.call').map(({ threadId }) => threadId)).toEqual([
      'two',
      'two',
      'two',
    ]);
  });

  test('uses its own memory in place of the workflow’s', () => {
    const own = 'memory: { id: own, vector: { use: core:in-memory, dimensions: 8, config: {} } }';
    const run = runScript(text('{}', own), { answers: { t: said({ say: 'x' }) } });
    expect(ofType(run.calls, 'memory.call').map(({ memory }) => memory['id'])).toEqual(['chat', 'own', 'own']);
  });

  test('remembers nothing of what failed', () => {
    const run = runScript(text('{}'), { answers: { t: said({ wrong: 1 }) } });
    expect(run.view.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(requests(run.calls).map(({ op }) => op)).toEqual(['read', 'read']);
  });

  test.each(['recall', 'append'])('fails with the error of a memory that does not %s', (op) => {
    const memory = new ScriptedMemory();
    const run = runScript(text('{}'), {
      input: { prompt: 'Hi' },
      memory: (call) => (call.request.op === op ? { error: 'MEMORY_ERROR' } : { value: memory.answer(call) }),
      answers: { t: said({ say: 'x' }) },
    });
    expect(run.view.error).toMatchObject({ code: 'MEMORY_ERROR', message: expect.stringContaining('"chat"') });
  });
});

const asks = (input: Json): ScriptedAnswer => said(null, [{ id: 'c', name: 'update_working_memory', input }]);

const models = (calls: readonly Call[]): ModelCall[] => ofType(calls, 'model.call');

describe('working memory', () => {
  const options = '{ workingMemory: { enabled: true, template: "<user><name/>{{ x }}</user>" } }';
  const run = (input: Json, memory = new ScriptedMemory()) =>
    runScript(text(options), {
      memory,
      input: { thread_id: 'x' },
      answers: { t: [asks(input), said({ say: 'x' })] },
    });

  test('is in the system prompt, as its template until something is written', () => {
    const [first] = models(run({}).calls);
    expect(first?.instructions).toMatch(
      /^Be kind\.\n\n[\s\S]*<working_memory>\n<user><name\/>\{\{ x \}\}<\/user>\n<\/working_memory>$/,
    );
    expect(first?.tools).toMatchObject([{ name: 'update_working_memory', inputSchema: { required: ['memory'] } }]);
  });

  test('is replaced whole by the tool, for the thread', () => {
    const memory = new ScriptedMemory();
    const first = run({ memory: '<user><name>Ada</name></user>' }, memory);
    expect(requests(first.calls)).toContainEqual({ op: 'work', text: '<user><name>Ada</name></user>' });
    expect(models(first.calls)[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"updated":true}' });
    expect(models(run({}, memory).calls)[0]?.instructions).toContain('<name>Ada</name>');
  });

  test.each([
    ['text that is not well-formed', { memory: '<user>' }, 'well-formed'],
    ['no text', {}, '`memory`'],
  ])('sends %s back to the model and keeps what was', (_, input, reported) => {
    const { calls } = run(input);
    expect(models(calls)[1]?.messages.at(-1)?.content).toContain(reported);
    expect(requests(calls).map(({ op }) => op)).toEqual(['read', 'recall', 'append']);
  });
});

/** What a memory is told of recall, in a run of an engine. */
function recallOf(script: { readonly engine?: string }): Json {
  const { calls } = runScript(text('{ semanticRecall: { scope: thread } }'), {
    ...script,
    answers: { t: said({ say: 'yes' }) },
    input: { prompt: 'Hello' },
  });
  const [{ memory }] = ofType(calls, 'memory.call') as [MemoryCall];
  return (memory['options'] as JsonObject)['semanticRecall'] ?? null;
}

test('which threads are searched is for its backends to keep to, and was no setting before version 0.3', () => {
  expect(recallOf({})).toEqual({ enabled: true, maxResults: 5, scope: 'thread' });
  expect(recallOf({ engine: '0.2.0' })).toEqual({ enabled: true, maxResults: 5 });
});
