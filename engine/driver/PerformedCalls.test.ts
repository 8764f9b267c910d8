import { expect, test } from 'vitest';
import { readWorkflow } from '../model/index.ts';
import type { Call, Outcome } from '../run/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { startInput } from '../testing/given/startInput.ts';
import { Driver } from './Driver.ts';
import { noDigest } from './noDigest.ts';
import { PerformedCalls } from './PerformedCalls.ts';
import { TrackedRun } from './TrackedRun.ts';

const TEXT = `tasks:
  - { id: both, type: basic, on_success: { next: [one, two] } }
  - { id: one, type: basic, use: core:http, with: { url: /a } }
  - { id: two, type: basic, use: core:http, with: { url: /b } }
`;

const DONE: Outcome = { ok: true, value: null, simulated: false, warnings: [] };

function open(orderOf?: ({ number }: { readonly number: number }) => number) {
  const timers = { set: () => undefined, cancel: () => undefined };
  const driver = new Driver(TrackedRun.begin(readWorkflow(parseSyntax(TEXT)), noDigest), { timers });
  const made = new Map<string, { readonly call: Call; readonly signal: AbortSignal; answer: () => void }>();
  let answered = 0;
  const calls = new PerformedCalls(driver, {
    perform: (call, signal) =>
      new Promise((resolve) => made.set(call.taskId, { call, signal, answer: () => resolve(DONE) })),
    onAnswered: () => (answered += 1),
    ...(orderOf === undefined ? {} : { orderOf }),
  });
  const turn = (): void => {
    for (const input of driver.take(1)) calls.do(driver.feed(input).steps);
  };
  driver.receive(startInput());
  turn();
  return { driver, calls, made, turn, answered: () => answered };
}

test('outcomes wait in the order in which they arrived, or in that of their calls', async () => {
  for (const [orderOf, order] of [
    [undefined, ['two', 'one']],
    [({ number }: { readonly number: number }) => number, ['one', 'two']],
  ] as const) {
    const { driver, made, answered } = open(orderOf);
    made.get('two')?.answer();
    made.get('one')?.answer();
    await expect.poll(answered).toBe(2);
    expect(driver.take(2).map((input) => 'key' in input && input.key.split('/')[1])).toEqual(order);
  }
});

test('what is cancelled is aborted, and what it answers is not wanted any more', async () => {
  const { driver, made, turn, answered } = open();
  driver.receive({ type: 'run.cancelled' });
  turn();
  expect([...made.values()].map(({ signal }) => signal.aborted)).toEqual([true, true]);
  made.get('one')?.answer();
  await Promise.resolve();
  expect(driver.isEmpty).toBe(true);
  expect(answered()).toBe(0);
});

test('once they are closed, all are aborted, and no answer is taken', async () => {
  const { driver, calls, made, answered } = open();
  calls.close();
  expect([...made.values()].map(({ signal }) => signal.aborted)).toEqual([true, true]);
  made.get('two')?.answer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(driver.isEmpty).toBe(true);
  expect(answered()).toBe(0);
});
