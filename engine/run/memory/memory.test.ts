import { describe, expect, test } from 'vitest';
import { runScript, ScriptedMemory, yaml } from '../../testing/index.ts';
import type { MemoryCall } from '../contract/Effect.ts';

const memory = yaml`
  memory:
    id: chat
    storage: { use: upstash:redis, config: { url: "https://{{ env.HOST }}", token: "{{ env.TOKEN }}" } }
    vector: { use: core:in-memory, dimensions: 8, config: {} }
`;

const reading = (expression: string) =>
  `${memory}tasks: [{ id: t, type: map, config: { mapping: "{{ ${expression} }}" } }]`;

function memoryCalls(calls: readonly { readonly type: string }[]): MemoryCall[] {
  return calls.filter((call): call is MemoryCall => call.type === 'memory.call');
}

const tool = (id: string) =>
  `${memory}tools: [{ id: m, use: core:memory, config: { memory: ${id} }, schema: { input: {}, output: {} } }]\ntasks: [{ id: t, type: basic, use: tool:m, on_error: { next: u } }, { id: u, type: basic, with: { tool: "{{ tools.m.error }}" } }]`;

/** A memory with a thread of two messages. */
function filled(threadId = 'old'): ScriptedMemory {
  const kept = new ScriptedMemory();
  runScript(
    `${memory}tasks: [{ id: a, type: basic, use: core:memory, on_success: { next: b }, with: { op: append, content: I like tea } }, { id: b, type: basic, use: core:memory, with: { op: append, role: assistant, content: Noted } }]`,
    { memory: kept, input: { thread_id: threadId }, runId: 'first' },
  );
  return kept;
}

const at = '2026-01-01T00:00:00.000Z';

describe('memory references', () => {
  test('have the shapes of the seed', () => {
    const run = runScript(reading('memory.chat'), { memory: filled(), input: { thread_id: 'old' } });
    expect(run.view.output).toEqual({
      current_thread: {
        thread_id: 'old',
        messages: [
          { role: 'user', content: 'I like tea', timestamp: at },
          { role: 'assistant', content: 'Noted', timestamp: at },
        ],
        metadata: { created_at: at, updated_at: at },
      },
      last_messages: [
        { role: 'user', content: 'I like tea', timestamp: at },
        { role: 'assistant', content: 'Noted', timestamp: at },
      ],
      semantic_search: [],
      working_memory: null,
    });
  });

  test('are read once, before the first task starts, as a step of it', () => {
    const run = runScript(reading('[len(memory.chat.last_messages), memory.chat.last_messages[0].content]'), {
      memory: filled(),
      input: { thread_id: 'old' },
      env: { HOST: 'redis.test', TOKEN: '⟦secret:TOKEN.s⟧' },
    });
    expect(run.view.output).toEqual([2, 'I like tea']);
    expect(memoryCalls(run.calls)).toMatchObject([
      {
        key: 'run/t/1/0/1',
        threadId: 'old',
        wholeThread: false,
        request: { op: 'read' },
        memory: {
          id: 'chat',
          storage: { config: { url: 'https://redis.test', token: '⟦secret:TOKEN.s⟧' } },
          options: {
            lastMessages: 10,
            semanticRecall: { enabled: true, maxResults: 5 },
            workingMemory: { enabled: false, template: '<user><name/><facts/><goals/></user>' },
          },
        },
      },
    ]);
    expect(run.events.map(({ type }) => type).slice(0, 5)).toEqual([
      'run.started',
      'task.queued',
      'effect.requested',
      'effect.completed',
      'task.started',
    ]);
    expect(JSON.stringify(run.events)).not.toContain('secret:TOKEN');
  });

  test.each([
    ['memory.chat.current_thread.thread_id', true],
    ['memory["chat"]', true],
    ['memory', true],
    ['memory[input.id]', true],
    ['memory.chat.last_messages', false],
  ])('%s asks for the whole thread: %s', (expression, wholeThread) => {
    expect(memoryCalls(runScript(reading(expression)).calls)).toMatchObject([{ wholeThread }]);
  });

  test.each([
    [
      'a bare condition',
      'tasks: [{ id: t, type: decision, config: { condition: len(memory.chat.last_messages) > 1 } }]',
    ],
    ['outputs', 'outputs: { n: "{{ memory.chat.last_messages }}" }\ntasks: [{ id: t, type: basic }]'],
    [
      'data of a handler',
      'tasks: [{ id: t, type: basic, on_success: { with: { n: "{{ memory.chat.last_messages }}" } } }]',
    ],
  ])('are found in %s', (_, tasks) => {
    const run = runScript(memory + tasks, { env: { HOST: 'redis.test', TOKEN: 't' } });
    expect(memoryCalls(run.calls)).toHaveLength(1);
    expect(run.view.status).toBe('success');
    expect(run.view.warnings).toEqual([]);
  });

  test('that nothing reads cost no call', () => {
    expect(runScript(`${memory}tasks: [{ id: t, type: basic, with: { text: my memory } }]`).calls).toEqual([]);
  });

  test('a run that names no thread gets its own', () => {
    expect(runScript(reading('memory.chat.current_thread.thread_id'), { runId: 'r-7' }).view.output).toBe('r-7');
  });

  test('of a backend that cannot be reached fail the tasks that need them, and no other', () => {
    const text = `${memory}tasks:
      - { id: a, type: basic, on_success: { next: b } }
      - { id: b, type: basic, with: { n: "{{ memory.chat.last_messages }}" }, retry: { attempts: 2, backoff: fixed, interval: 1s }, on_error: { next: c } }
      - { id: c, type: basic, with: { code: "{{ error.code }}" } }`;
    const run = runScript(text, { memory: () => ({ error: 'COMMUNICATION_ERROR' }) });
    expect(run.statuses).toEqual({ a: 'success', b: 'error', c: 'success' });
    expect(run.view.output).toEqual({ code: 'COMMUNICATION_ERROR' });
    expect(run.view.tasks.get('b')).toMatchObject({
      retryCount: 0,
      error: { message: expect.stringContaining('The memory "chat" could not be read') },
    });
  });

  test('wait while the run is paused, and are read once it resumes', () => {
    const run = runScript(reading('memory.chat.last_messages'), {
      plan: { isPaused: true },
      inputs: [{ after: 5, type: 'run.resumed' }],
    });
    expect(run.view.status).toBe('success');
    expect(memoryCalls(run.calls)).toHaveLength(1);
  });
});

const own = (options: string) =>
  `memory: { id: chat, vector: { use: core:in-memory, dimensions: 8, config: {} }, options: ${options} }\n`;

describe('a memory that cannot be used', () => {
  const task = 'tasks: [{ id: t, type: map, config: { mapping: "{{ memory.chat.last_messages }}" } }]';

  test.each([
    ['{ lastMessages: "{{ 1.5 }}" }', 'lastMessages'],
    ['{ semanticRecall: { maxResults: "{{ -1 }}" } }', 'maxResults'],
    ['{ workingMemory: { enabled: "{{ 1 }}" } }', 'enabled'],
  ])('by its options %s is a CONFIGURATION_ERROR', (options, named) => {
    const run = runScript(own(options) + task);
    expect(run.view.error).toMatchObject({ code: 'CONFIGURATION_ERROR', message: expect.stringContaining(named) });
    expect(run.calls).toEqual([]);
  });

  test('because another one of its id is written otherwise is a CONFIGURATION_ERROR', () => {
    const agents =
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m }, memory: { id: chat, vector: { use: core:in-memory, dimensions: 9, config: {} } } }]\n';
    const run = runScript(own('{}') + agents + task);
    expect(run.view.error).toMatchObject({ code: 'CONFIGURATION_ERROR', details: { type: 'memory.mismatch' } });
  });
});

const useOn = (input: string) =>
  runScript(`${memory}tasks: [{ id: t, type: basic, use: core:memory, with: ${input} }]`, {
    memory: filled(),
    input: { thread_id: 'old' },
  });

describe('core:memory', () => {
  test('reads the whole thread', () => {
    expect(useOn('{ op: read }').view.output).toMatchObject({
      messages: [{ content: 'I like tea' }, { content: 'Noted' }],
      results: [],
    });
  });

  test('appends to the thread of its input', () => {
    const done = useOn('{ op: append, content: { n: 1 }, thread_id: new }');
    expect(done.view.output).toEqual({ messages: [{ role: 'user', content: '{"n":1}', timestamp: at }], results: [] });
    expect(memoryCalls(done.calls)).toMatchObject([{ threadId: 'new', request: { op: 'append' } }]);
  });

  test('searches all threads, and expressions see what it found', () => {
    const found = { content: 'I like tea', similarity: 0.5, timestamp: at, metadata: { thread_id: 'old' } };
    expect(useOn('{ op: search, query: coffee tea }').view.output).toMatchObject({ results: [found] });
    const after = runScript(
      `${memory}tasks:
        - { id: t, type: basic, use: core:memory, with: { op: search, query: tea }, on_success: { next: s } }
        - { id: s, type: basic, use: core:memory, with: { op: append, content: More }, on_success: { next: u } }
        - { id: u, type: map, config: { mapping: "{{ memory.chat.semantic_search[0].content }}" } }`,
      { memory: filled() },
    );
    expect(after.view.output).toBe('I like tea');
  });

  test('clears a thread', () => {
    expect(useOn('{ op: clear }').view.output).toEqual({ messages: [], results: [] });
  });

  test.each([
    ['{ op: forget }', 'append, search, read or clear'],
    ['{ op: append }', 'content'],
    ['{ op: search }', 'query'],
  ])('with %s is a VALIDATION_ERROR', (input, named) => {
    expect(useOn(input).view.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(named),
    });
  });

  test('needs a memory, and a tool may name one', () => {
    expect(runScript('tasks: [{ id: t, type: basic, use: core:memory }]').view.error).toMatchObject({
      code: 'CONFIGURATION_ERROR',
    });
    expect(runScript(tool('chat')).view.output).toEqual({ messages: [], results: [] });
    expect(runScript(tool('other')).view.output).toMatchObject({ tool: { code: 'REFERENCE_ERROR' } });
  });
});
