import { expect, test } from 'vitest';
import type { Performer } from '../../../effects/index.ts';
import { readWorkflow } from '../../../model/index.ts';
import type { RunEvent, RunInput, RunStarted } from '../../../run/index.ts';
import { parseSyntax } from '../../../syntax/index.ts';
import { startInput } from '../../../testing/given/startInput.ts';
import { beginRun } from '../beginRun.ts';
import type { RunJournal } from '../journal/RunJournal.ts';
import { createRealClock, createVirtualClock } from './clock.ts';
import { runToEnd } from './runToEnd.ts';

const STARTED = startInput();

async function restore(text: string, started: RunStarted) {
  const begun = await beginRun(readWorkflow(parseSyntax(text)), [started]);
  if (!begun.ok) throw new Error(begun.error.message);
  return begun.value;
}

/** A performer that answers the call of a task after the real ms in `delays`; never where it has none. */
function answerAfter(delays: Readonly<Record<string, number>>): Pick<Performer, 'perform'> {
  return {
    perform: (call, signal) =>
      new Promise((resolve) => {
        const delay = delays[call.taskId];
        if (delay !== undefined)
          setTimeout(() => resolve({ ok: true, value: call.taskId, simulated: false, warnings: [] }), delay);
        signal.addEventListener('abort', () =>
          resolve({ ok: false, error: { code: 'CANCELLED', message: 'aborted', details: null }, retryAfter: null }),
        );
      }),
  };
}

test('outcomes that arrive together are fed in the order of their calls', async () => {
  const events: RunEvent[] = [];
  const text =
    'tasks: [{id: p, type: parallel, tasks: [{id: a, type: basic, use: "core:log"}, {id: b, type: basic, use: "core:log"}]}]';
  const held: (() => void)[] = [];
  const performer: Pick<Performer, 'perform'> = {
    perform: (call) =>
      new Promise((resolve) => {
        held.unshift(() => resolve({ ok: true, value: call.taskId, simulated: false, warnings: [] }));
        if (held.length === 2) for (const answer of held) answer();
      }),
  };
  const view = await runToEnd({
    restored: await restore(text, STARTED),
    performer,
    clock: createVirtualClock(),
    onEvents: (batch) => events.push(...batch),
  });
  expect(view.output).toEqual({ a: 'a', b: 'b' });
  expect(events.flatMap((event) => (event.type === 'task.succeeded' ? [event.taskId] : []))).toEqual(['a', 'b', 'p']);
});

test('virtual time stops while an effect runs, and jumps when none does', async () => {
  const clock = createVirtualClock();
  const text = yamlOf([
    { id: 'a', type: 'basic', use: 'core:log', on_success: { next: 'w' } },
    { id: 'w', type: 'wait', config: { timeout: '7d', check_interval: '1d' } },
  ]);
  const view = await runToEnd({
    restored: await restore(text, { ...STARTED, at: clock.now() }),
    performer: answerAfter({ a: 30 }),
    clock,
  });
  expect(view.tasks.get('a')).toMatchObject({ startedAt: 1_767_225_600_000, endedAt: 1_767_225_600_000 });
  expect(view.endedAt).toBe(1_767_225_600_000 + 7 * 86_400_000);
});

test('a retry does not come due on virtual time while another effect still runs', async () => {
  const clock = createVirtualClock();
  const order: string[] = [];
  const text = yamlOf([
    { id: 's', type: 'basic', on_success: { next: ['a', 'b'] } },
    {
      id: 'a',
      type: 'map',
      config: { mapping: { n: '{{ attempt }}' }, strict_mode: true },
      use: 'core:log',
      retry: { attempts: 1, backoff: 'fixed', interval: '1s' },
    },
    { id: 'b', type: 'basic', use: 'core:log' },
  ]);
  let calls = 0;
  const slow = answerAfter({ b: 60 });
  const performer: Pick<Performer, 'perform'> = {
    perform: async (call, signal) => {
      order.push(call.taskId);
      if (call.taskId === 'b') return slow.perform(call, signal);
      calls += 1;
      return calls === 1
        ? { ok: false, error: { code: 'EXECUTION_ERROR', message: 'once', details: null }, retryAfter: null }
        : { ok: true, value: 1, simulated: false, warnings: [] };
    },
  };
  const view = await runToEnd({
    restored: await restore(text, { ...STARTED, at: clock.now() }),
    performer,
    clock,
  });
  expect(order).toEqual(['a', 'b', 'a']);
  expect(view.tasks.get('b')).toMatchObject({ startedAt: 1_767_225_600_000, endedAt: 1_767_225_600_000 });
  expect(view.tasks.get('a')?.endedAt).toBe(1_767_225_600_000 + 1000);
});

test('on real time timers wait, and an abort cancels at once', async () => {
  const controller = new AbortController();
  const text = yamlOf([{ id: 'w', type: 'wait', config: { timeout: '1h', check_interval: '20ms' }, on_check: {} }]);
  const checks: number[] = [];
  const clock = createRealClock();
  const view = await runToEnd({
    restored: await restore(text, { ...STARTED, at: clock.now() }),
    performer: answerAfter({}),
    clock,
    signal: controller.signal,
    onEvents: (events) => {
      for (const event of events) if (event.type === 'handler.fired') checks.push(event.at);
      if (checks.length === 3) controller.abort();
    },
  });
  expect(view.status).toBe('cancelled');
  expect((checks[2] ?? 0) - (checks[0] ?? 0)).toBeGreaterThanOrEqual(40);
});

/** JSON is YAML. */
function yamlOf(tasks: readonly object[]): string {
  return JSON.stringify({ tasks });
}

test('the view holds only the last round of a loop, however many there were', async () => {
  const text = `
limits: {per_task: 5000, per_scope: 10000}
tasks:
  - {id: count, type: basic, use: "core:log", with: {n: "{{ (tasks.count.retry_count ?? 0) }}"}, on_success: {next: again}}
  - {id: again, type: decision, config: {condition: "{{ tasks.each.output == null }}", routes: {"true": each, "false": count}}}
  - id: each
    type: collection
    config: {items: "{{ range(0, 3000) }}"}
    tasks: [{id: body, type: map, config: {mapping: {n: "{{ item }}"}}}]
`;
  const view = await runToEnd({
    restored: await restore(text, STARTED),
    performer: answerAfter({ count: 0 }),
    clock: createVirtualClock(),
  });
  expect(view.status).toBe('success');
  expect(view.tasks.get('each')?.output).toHaveLength(3000);
  expect([...view.tasks.keys()]).toEqual(expect.arrayContaining(['count', 'again', 'each', 'body']));
  expect(view.activations.size).toBeLessThan(300);
});

const TWO_CALLS =
  'tasks: [{id: a, type: basic, use: "core:http", with: {url: "http://x.example", method: POST}, on_success: {next: b}}, {id: b, type: basic, use: "core:http", with: {url: "http://x.example", method: POST}}]';

test('a run that is halted records the calls in flight and begins nothing else; opened again, it goes on there', async () => {
  const restored = await restore(TWO_CALLS, STARTED);
  const halt = new AbortController();
  const made: string[] = [];
  const inputs: RunInput[] = [];
  const performer: Pick<Performer, 'perform'> = {
    perform: async (call) => {
      made.push(call.taskId);
      halt.abort();
      return { ok: true, value: call.taskId, simulated: false, warnings: [] };
    },
  };
  const view = await runToEnd({
    restored,
    performer,
    clock: createRealClock(),
    halt: halt.signal,
    journal: memoryJournal(inputs),
  });
  expect(view.status).toBe('running');
  expect(made).toEqual(['a']);
  expect(inputs.map(({ type }) => type)).toEqual(['effect.started', 'effect.completed']);
  const begun = await beginRun(readWorkflow(parseSyntax(TWO_CALLS)), [STARTED, ...inputs]);
  if (!begun.ok) throw new Error(begun.error.message);
  const rest = await runToEnd({
    restored: begun.value,
    performer,
    clock: createRealClock(),
    journal: memoryJournal([]),
  });
  expect(rest.status).toBe('success');
  expect(made).toEqual(['a', 'b']);
});

const WAITING = 'tasks: [{id: w, type: wait, config: {timeout: 1h, check_interval: 1h}}]';

test('a run rests once it waits for what is far away, and not while a call is in flight or a timer is near', async () => {
  const idle: boolean[] = [];
  const options = {
    performer: answerAfter({ a: 30, b: 30 }),
    restAfter: 10,
    onIdle: (is: boolean) => void idle.push(is),
  };
  const started = { ...STARTED, at: Date.now() };
  const far = await restore(WAITING, started);
  expect(await runToEnd({ ...options, restored: far, clock: createRealClock() })).toMatchObject({ status: 'running' });
  expect(far.tracked.pending.timers).toHaveLength(2);
  expect(idle).toEqual([true]);
  const calling = await runToEnd({ ...options, restored: await restore(TWO_CALLS, started), clock: createRealClock() });
  expect(calling.status).toBe('success');
  expect(idle).toEqual([true]);
});

/** A journal that keeps inputs in a list. */
function memoryJournal(inputs: RunInput[]): RunJournal {
  return {
    workflow: '',
    append: (added) => inputs.push(...added),
    appendInSteps: async (added, _proof, rest) => {
      await rest();
      return inputs.push(...added);
    },
    keep: () => undefined,
    finish: () => undefined,
  };
}
