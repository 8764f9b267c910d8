import { expect, test } from 'vitest';
import { readWorkflow } from '../model/index.ts';
import type { Outcome, RunInput } from '../run/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { startInput } from '../testing/given/startInput.ts';
import { Driver, type MadeCall, type Step } from './Driver.ts';
import { TrackedRun } from './TrackedRun.ts';

/** Sends something, and asks for something at the same time. */
const TEXT = `tasks:
  - { id: both, type: basic, on_success: { next: [send, ask] } }
  - { id: send, type: basic, use: core:http, with: { url: /a, method: POST } }
  - { id: ask, type: basic, use: core:http, with: { url: /b }, config: { timeout: 1m } }
`;

const DONE: Outcome = { ok: true, value: { status: 200 }, simulated: false, warnings: [] };

function openDriver(text = TEXT, recordsIntents = true) {
  const timers = new Map<string, number>();
  const driver = new Driver(TrackedRun.begin(readWorkflow(parseSyntax(text))), {
    recordsIntents,
    timers: { set: ({ id, at }) => timers.set(id, at), cancel: (id) => timers.delete(id) },
  });
  const feedAll = (inputs: readonly RunInput[]): readonly Step[] => inputs.flatMap((input) => driver.feed(input).steps);
  /** Takes all there is, and feeds it. */
  const turn = (at: number): readonly Step[] => feedAll(driver.take(at));
  return { driver, timers, feedAll, turn };
}

function madeIn(steps: readonly Step[]): readonly MadeCall[] {
  return steps.flatMap((step) => (step.type === 'call' ? [step] : []));
}

function typesOf(inputs: readonly RunInput[]): readonly string[] {
  return inputs.map(({ type, at }) => `${type} ${at}`);
}

test('a call with consequences is made once its intent was fed, and any other at once', () => {
  const { driver, feedAll, turn } = openDriver();
  driver.receive(startInput());
  expect(madeIn(turn(5)).map(({ call }) => call.taskId)).toEqual(['ask']);
  const intents = driver.take(6);
  expect(intents).toEqual([{ type: 'effect.started', at: 6, key: expect.stringContaining('send') }]);
  expect(madeIn(feedAll(intents)).map(({ call }) => call.taskId)).toEqual(['send']);
  expect(driver.take(7)).toEqual([]);
});

test('a host that records no intents makes all calls at once', () => {
  const { driver, turn } = openDriver(TEXT, false);
  driver.receive(startInput());
  expect(madeIn(turn(0)).map(({ call }) => call.taskId)).toEqual(['send', 'ask']);
  expect(driver.isEmpty).toBe(true);
});

test('nothing is fed that was not taken before, nor in another order', () => {
  const { driver } = openDriver();
  expect(() => driver.feed(startInput())).toThrow(RangeError);
  driver.receive(startInput());
  driver.receive({ type: 'run.paused', reason: 'asked' });
  const [, second] = driver.take(0);
  expect(() => driver.feed(second ?? startInput())).toThrow(RangeError);
});

test('what follows from a cancellation is done once that was fed', () => {
  const { driver, timers, feedAll, turn } = openDriver();
  driver.receive(startInput());
  turn(0);
  turn(0);
  driver.receive({ type: 'run.cancelled' });
  expect(timers.size).toBe(1);
  const cancelled = driver.take(1);
  expect(timers.size).toBe(1);
  const steps = feedAll(cancelled);
  const aborted = new Set(steps.map((step) => (step.type === 'abort' ? step.key.split('/')[1] : step.type)));
  expect(aborted).toEqual(new Set(['ask', 'send']));
  expect(timers.size).toBe(0);
});

test('an intent whose call is aborted before it is fed makes no call', () => {
  const { driver, feedAll, turn } = openDriver();
  driver.receive(startInput());
  turn(0);
  driver.receive({ type: 'run.cancelled' }, -1);
  const inputs = driver.take(1);
  expect(typesOf(inputs)).toEqual(['run.cancelled 1', 'effect.started 1']);
  expect(madeIn(feedAll(inputs))).toEqual([]);
});

test('what an aborted call answers is dropped, and what one answers twice', () => {
  const { driver, turn } = openDriver(TEXT, false);
  driver.receive(startInput());
  const [send, ask] = madeIn(turn(0));
  if (send === undefined || ask === undefined) throw new Error('two calls are made');
  expect(driver.answer(send, DONE)).toBe(true);
  expect(driver.answer(send, DONE)).toBe(false);
  expect(typesOf(driver.take(1))).toEqual(['effect.completed 1']);
  const other = openDriver(TEXT, false);
  other.driver.receive(startInput());
  const [first] = madeIn(other.turn(0));
  other.driver.receive({ type: 'run.cancelled' });
  other.turn(1);
  expect(first !== undefined && other.driver.answer(first, DONE)).toBe(false);
});

test('what waits together is taken by its order, then as it came, and its time never goes back', () => {
  const { driver } = openDriver();
  driver.receive(startInput());
  driver.receive({ type: 'signal.received', name: 'b', payload: 1 }, 1);
  driver.receive({ type: 'signal.received', name: 'a', payload: 1 }, 1);
  driver.receive({ type: 'run.paused', reason: 'asked' }, -1);
  const taken = driver.take(9).map((input) => (input.type === 'signal.received' ? input.name : input.type));
  expect(taken).toEqual(['run.paused', 'run.started', 'b', 'a']);
  expect(driver.stamp({ type: 'run.continued' }, 3).at).toBe(9);
});

test('a run with more to do goes on, unless something waits', () => {
  const { driver, turn } = openDriver(`limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - { id: again, type: basic, on_success: { next: again } }
`);
  driver.receive(startInput());
  turn(0);
  expect(typesOf(driver.take(0))).toEqual(['run.continued 0']);
  driver.receive({ type: 'signal.received', name: 'a', payload: 1 });
  expect(typesOf(driver.take(1))).toEqual(['signal.received 1']);
});

test('a restored run has the timers that it waited for', () => {
  const { driver, turn } = openDriver();
  driver.receive(startInput());
  turn(0);
  const set = new Map<string, number>();
  const other = new Driver(driver.tracked, { timers: { set: ({ id, at }) => set.set(id, at), cancel: () => {} } });
  other.begin();
  expect([...set.values()]).toEqual([60_000]);
});

test('what waits is given one by one, with its time then, and what arrives meanwhile waits', () => {
  const { driver } = openDriver();
  driver.receive(startInput());
  driver.receive({ type: 'signal.received', name: 'a', payload: 1 });
  let now = 0;
  const taken: RunInput[] = [];
  for (const input of driver.takeEach(() => (now += 10))) {
    taken.push(input);
    driver.feed(input);
    expect(driver.isEmpty).toBe(false);
  }
  expect(typesOf(taken)).toEqual(['run.started 10', 'signal.received 20']);
  // The intent of what follows from the start.
  expect(typesOf(driver.take(30))).toEqual(['effect.started 30']);
});

test('a host that halts makes no call any more, and records no intent of one', () => {
  const { driver, turn } = openDriver();
  driver.receive(startInput());
  const [ask] = madeIn(turn(0));
  driver.halt();
  expect(driver.isEmpty).toBe(true);
  expect(driver.hasIntents).toBe(false);
  if (ask === undefined) throw new Error('a call is made');
  expect(driver.request([ask.call])).toEqual([]);
  expect(driver.answer(ask, DONE)).toBe(true);
  expect(typesOf(driver.take(1))).toEqual(['effect.completed 1']);
});

test('a call that was cut off is made again once that was fed, and what it answered before is dropped', () => {
  const { driver, turn } = openDriver(TEXT, false);
  driver.receive(startInput());
  const [send] = madeIn(turn(0));
  if (send === undefined) throw new Error('a call is made');
  const { key } = send.call;
  driver.holdCutOff(send.call);
  driver.receive({ type: 'effect.started', key });
  driver.receive({ type: 'run.interrupted', since: 0, cause: 'lost' });
  expect(madeIn(turn(1))).toEqual([]);
  driver.receive({ type: 'effect.repeated', key, by: 'person' });
  const [again] = madeIn(turn(2));
  expect(again?.call.key).toBe(key);
  expect(driver.answer(send, DONE)).toBe(false);
  expect(again !== undefined && driver.answer(again, DONE)).toBe(true);
});

test('a call that was aborted before it was decided is not made again', () => {
  const { driver, turn } = openDriver(TEXT, false);
  driver.receive(startInput());
  const [send] = madeIn(turn(0));
  if (send === undefined) throw new Error('a call is made');
  const { key } = send.call;
  driver.holdCutOff(send.call);
  driver.receive({ type: 'effect.started', key });
  driver.receive({ type: 'run.interrupted', since: 0, cause: 'lost' });
  driver.receive({ type: 'run.cancelled' });
  driver.receive({ type: 'effect.repeated', key, by: 'person' });
  expect(madeIn(turn(1))).toEqual([]);
});

test('what a person stops is aborted before that is recorded, but for the calls that are kept', () => {
  const { driver, turn } = openDriver();
  driver.receive(startInput());
  const [ask] = madeIn(turn(0));
  expect(driver.abort(() => false)).toEqual([]);
  expect(driver.hasIntents).toBe(false);
  expect(madeIn(turn(1))).toEqual([]);
  expect(driver.abort(({ taskId }) => taskId === 'ask')).toEqual([{ type: 'abort', key: ask?.call.key }]);
  expect(driver.calls.size).toBe(0);
});

test('what was taken and is discarded is not fed, and what comes after it is', () => {
  const { driver, feedAll } = openDriver();
  driver.receive(startInput());
  feedAll(driver.take(0));
  const [dropped] = driver.take(1);
  driver.receive({ type: 'run.cancelled' });
  expect(driver.isCancelling).toBe(true);
  driver.discardTaken();
  expect(driver.feed(driver.stamp({ type: 'run.cancelled' }, 2)).isFinished).toBe(true);
  expect(() => driver.feed(dropped ?? startInput())).toThrow(RangeError);
});
