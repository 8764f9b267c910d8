import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { EMPTY_VIEW, foldRun, workedBetween } from '../../../../run/index.ts';
import { makeRequest, openEngine, start } from '../../../../testing/openEngine.ts';

const HOLDS = `
tasks:
  - {id: hold, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}, on_success: {next: after}}
  - {id: after, type: basic}
`;

test('the history shows the signal a run waits for, its pause with the reason, and neither once it resumes', async () => {
  const page = openEngine({});
  const runId = await start(page, makeRequest(HOLDS));
  const has = (type: string) => () => page.events.get(runId)?.some((event) => event.type === type);
  const row = async () => (await page.clock.settle(page.engine.listRuns()))[0];

  await page.clock.until(has('task.waiting'));
  expect(await row()).toMatchObject({ status: 'running', signal: 'go', waits: 1 });

  await page.engine.controlRun(runId, { type: 'run.paused', reason: 'asked' });
  await page.clock.until(has('run.paused'));
  expect(await row()).toMatchObject({ status: 'running', paused: 'asked' });
  expect(await row()).not.toHaveProperty('signal');

  await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: null });
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  await page.finished(runId);
  const ended = await row();
  expect(ended).not.toHaveProperty('paused');
  expect(ended).not.toHaveProperty('signal');

  // The history tells the same length as the steps of the run: without the pause.
  const { startedAt = 0, endedAt = 0, idle = 0 } = ended ?? {};
  const view = foldRun(EMPTY_VIEW, page.events.get(runId) ?? []);
  expect(idle).toBeGreaterThan(0);
  expect((endedAt ?? 0) - startedAt - idle).toBe(workedBetween(view.idle, startedAt, endedAt ?? 0));
});

test('a run that only waits is told of, also in the history, and so is that it works again', async () => {
  const text = `
tasks:
  - {id: ask, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}, on_success: {next: call}}
  - {id: call, type: basic, use: core:http, with: {url: /held}, on_success: {next: nap}}
  - {id: nap, type: wait, config: {timeout: 1h, check_interval: 1h}}
`;
  const held: ((response: Response) => void)[] = [];
  const page = openEngine({ fetch: () => new Promise((resolve) => held.push(resolve)) });
  const runId = await start(page, makeRequest(text));
  const row = async () => (await page.clock.settle(page.engine.listRuns()))[0];
  const told = (count: number) => page.clock.until(() => page.idle.length === count);

  await told(1);
  expect(await row()).toMatchObject({ signal: 'go', isIdle: true });
  await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: null });
  await told(2);
  await page.clock.until(() => held.length === 1);
  expect(await row()).not.toHaveProperty('isIdle');
  held[0]?.(Response.json({}));
  await told(3);
  expect(await row()).toMatchObject({ isIdle: true });
  expect(await row()).not.toHaveProperty('signal');
  expect(page.idle).toEqual([true, false, true].map((isIdle) => [runId, isIdle]));
});
