import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
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
  expect(await row()).not.toHaveProperty('paused');
  expect(await row()).not.toHaveProperty('signal');
});
