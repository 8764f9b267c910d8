import { expect, test } from 'vitest';
import { readWorkflow } from '../model/index.ts';
import type { Outcome } from '../run/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { startInput } from '../testing/given/startInput.ts';
import { type Answerer, VirtualDriver } from './VirtualDriver.ts';

const TWO = `tasks:
  - { id: slow, type: basic, use: core:http, with: { url: /a }, config: { timeout: 10s }, on_error: { next: late } }
  - { id: late, type: basic, with: { code: '{{ error.code }}' } }
`;
const WAIT = 'tasks: [{ id: wait, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]';
const ENDLESS = `limits: { per_task: 1000000, per_scope: 1000000 }
tasks: [{ id: again, type: basic, on_success: { next: again } }]
`;
/** Goes on for ever, an hour at a time. */
const SLOW = `limits: { per_task: 1000000, per_scope: 1000000 }
tasks: [{ id: again, type: wait, config: { timeout: 1h, check_interval: 1h }, on_success: { next: again }, on_error: { next: again } }]
`;

const DONE: Outcome = { ok: true, value: { status: 200 }, simulated: false, warnings: [] };
const MOST = { events: 1000, time: 100_000_000 };

function openDriver(text: string, answerer: Partial<Answerer<string, string>> = {}): VirtualDriver<string, string> {
  return new VirtualDriver(readWorkflow(parseSyntax(text)), 0, { answer: async () => null, ...answerer });
}

/** The code that the second task gets where the call of the first is answered in some ms; null: it does not start. */
async function codeAfter(after: number): Promise<unknown> {
  const driver: VirtualDriver<string, string> = openDriver(TWO, {
    answer: async (call) => {
      driver.answer(call, DONE, after);
      return null;
    },
  });
  expect(await driver.play(startInput(), MOST)).toBe('finished');
  return driver.view.tasks.get('late')?.output ?? null;
}

test('time passes at once, to what is due next', async () => {
  const driver = openDriver(WAIT);
  driver.plan(90_000, { type: 'signal.received', name: 'go', payload: 1 });
  expect(await driver.play(startInput(), MOST)).toBe('finished');
  expect(driver.played).toBe(90_000);
});

test('what answers at the time of a timer is in time, and what comes for a call that timed out is dropped', async () => {
  expect(await codeAfter(10_000)).toBe(null);
  expect(await codeAfter(10_001)).toEqual({ code: 'TIMEOUT_ERROR' });
});

test('a play ends where it is stopped, where nothing is left, and at its bounds', async () => {
  const stopped = openDriver(TWO, { answer: async ({ taskId }) => `no answer for ${taskId}` });
  expect(await stopped.play(startInput(), MOST)).toEqual({ stop: 'no answer for slow' });
  const stuck = openDriver('tasks: [{ id: ask, type: basic, use: core:http, with: { url: /a } }]');
  expect(await stuck.play(startInput(), MOST)).toBe('stuck');
  expect(stuck.pending.map(({ taskId }) => taskId)).toEqual(['ask']);
  expect(await openDriver(ENDLESS).play(startInput(), MOST)).toBe('endless');
  expect(await openDriver(SLOW).play(startInput(), { events: 1000, time: 20_000_000 })).toBe('endless');
});

test('an answerer may delay what is due, place timers, drop inputs and stop at a mark', async () => {
  const times: number[] = [];
  const delayed = openDriver(WAIT, {
    delay: (at) => (at === 0 ? 0 : at + 500),
    onEvents: ([first]) => times.push(first?.at ?? -1),
  });
  delayed.plan(1000, { type: 'signal.received', name: 'go', payload: 1 });
  await delayed.play(startInput(), MOST);
  expect(times).toEqual([0, 1500]);

  const placed = openDriver(WAIT, { placeTimer: () => ({ at: 7, order: 0 }) });
  await placed.play(startInput(), MOST);
  expect(placed.played).toBe(7);

  const deaf = openDriver(WAIT, { toInput: ({ what }) => (what.type === 'signal.received' ? null : what) });
  deaf.plan(1000, { type: 'signal.received', name: 'go', payload: 1 });
  await deaf.play(startInput(), MOST);
  expect(deaf.played).toBe(3_600_000);

  const marked = openDriver(WAIT, { reach: async ({ what }) => what });
  marked.addMark({ at: 5, order: 0, id: null, what: 'here' });
  expect(await marked.play(startInput(), MOST)).toEqual({ stop: 'here' });
});

test('a run with more to do goes on in its place, before what comes after that', async () => {
  const order: string[] = [];
  const driver = openDriver(ENDLESS, {
    placeSlice: () => ({ at: driver.now + 10, order: 0 }),
    toInput: ({ at, what }) => {
      order.push(`${what.type} ${at}`);
      return what;
    },
  });
  driver.plan(15, { type: 'signal.received', name: 'go', payload: 1 });
  expect(await driver.play(startInput(), { events: 6000, time: 1000 })).toBe('endless');
  expect(order.slice(0, 3)).toEqual(['run.continued 10', 'signal.received 15', 'run.continued 20']);
});
