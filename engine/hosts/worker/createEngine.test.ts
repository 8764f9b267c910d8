import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { greetThen } from '../../testing/hosts/greetThen.ts';
import { yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';

const AGENT = greetThen(
  'shape',
  yaml`
    - id: shape
      type: map
      config:
        mapping: { said: "{{ tasks.greet.output.text }}" }
  `,
);

const ENDLESS = yaml`
  limits: { per_task: 1000000, per_scope: 1000000 }
  tasks:
    - id: tick
      type: basic
      on_success: { next: tock }
    - id: tock
      type: basic
      on_success: { next: tick }
`;

describe('a run', () => {
  test('runs from start to end, and its replay gives the same events', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(AGENT, { input: { who: 'Ada' } }));
    expect(await page.finished(runId)).toMatchObject({ status: 'success', output: { said: 'Hello' } });
    const record = await page.engine.findRun(runId);
    expect(record?.events).toEqual(page.events.get(runId));
    expect(record?.events.map((event) => event.seq)).toEqual(record?.events.map((_, index) => index));
    expect(record).toMatchObject({
      source: AGENT,
      input: { who: 'Ada' },
      status: 'success',
      name: 'Greeter',
      simulated: true,
    });
  });

  test('is in the history of a worker that starts later', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(AGENT));
    await page.finished(runId);
    await page.engine.listRuns();
    const later = openEngine();
    expect(await later.engine.listRuns()).toMatchObject([{ runId, status: 'success', endedAt: expect.any(Number) }]);
    expect((await later.engine.findRun(runId))?.events).toEqual(page.events.get(runId));
  });

  test('whose worker has ended is interrupted, and keeps its events', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(AGENT));
    await page.clock.until(() => page.events.get(runId)?.some((event) => event.type === 'task.retrying'));
    const later = openEngine();
    expect(await later.engine.listRuns()).toMatchObject([{ runId, status: 'interrupted', endedAt: null }]);
    expect(await later.engine.findRun(runId)).toMatchObject({ status: 'interrupted', source: AGENT });
  });

  test('that another tab executes is running, not interrupted, and cannot be deleted here', async () => {
    const browser = new FakeBrowser();
    const page = openEngine({ browser });
    const runId = await start(page, makeRequest(ENDLESS));
    const other = openEngine({ browser });
    expect(await other.engine.listRuns()).toMatchObject([{ runId, status: 'running' }]);
    await expect(other.engine.deleteRun(runId)).rejects.toThrow(/another tab/);
    await page.clock.settle(page.engine.deleteRun(runId));
    expect(await other.engine.listRuns()).toEqual([]);
  });

  test('receives Stop in a cycle that never waits', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(ENDLESS));
    await page.clock.until(() => (page.events.get(runId)?.length ?? 0) >= 10_000);
    const asked = page.clock.now();
    await page.engine.controlRun(runId, { type: 'run.cancelled' });
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
    expect(page.clock.now() - asked).toBeLessThan(300);
    const record = await page.engine.findRun(runId);
    expect(record?.events).toEqual(page.events.get(runId));
  });

  test('can be opened while it is executed, without a gap to the next events', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(ENDLESS));
    await page.clock.until(() => (page.events.get(runId)?.length ?? 0) >= 3000);
    const seen = page.events.get(runId)?.length ?? 0;
    const record = await page.clock.settle(page.engine.findRun(runId));
    expect(record?.status).toBe('running');
    expect(record?.events.length).toBeGreaterThanOrEqual(seen);
    await page.engine.controlRun(runId, { type: 'run.cancelled' });
    await page.finished(runId);
  });

  test('has ended in the history as soon as its end is shown', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(AGENT));
    await page.finished(runId);
    expect(await page.engine.listRuns()).toMatchObject([{ runId, status: 'success' }]);
  });

  test('that is cancelled before it starts ends cancelled', async () => {
    const page = openEngine();
    const runId = await start(page, makeRequest(AGENT));
    await page.engine.controlRun(runId, { type: 'run.cancelled' });
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a start', () => {
  test('is refused with the diagnostics that block it', async () => {
    const answer = await openEngine().engine.startRun(
      makeRequest('tasks:\n  - id: a\n    type: basic\n    on_success: { next: nowhere }\n'),
    );
    expect(answer).toMatchObject({
      ok: false,
      failure: { type: 'check', diagnostics: [expect.objectContaining({ severity: 'error' })] },
    });
  });

  test('is refused for an invalid input, and for a file without tasks', async () => {
    const { engine } = openEngine();
    const source = yaml`
      schema:
        input: { type: object, required: [n], properties: { n: { type: integer } } }
      tasks:
        - { id: a, type: basic }
    `;
    expect(await engine.startRun(makeRequest(source))).toMatchObject({
      ok: false,
      failure: { type: 'input', error: { code: 'VALIDATION_ERROR' } },
    });
    expect(await engine.startRun(makeRequest('name: Empty\n'))).toMatchObject({
      ok: false,
      failure: { type: 'input' },
    });
    expect(await engine.checkInput(source, { n: 'x' })).toMatchObject({ ok: false, errors: [{ path: '/n' }] });
    expect(await engine.checkInput(source, { n: 3 })).toEqual({ ok: true, value: { n: 3 } });
  });
});

test('findRun answers null for a run that does not exist', async () => {
  expect(await openEngine().engine.findRun('none')).toBeNull();
});

test('concurrent runs are kept apart', async () => {
  const page = openEngine();
  const runs = [
    await start(page, makeRequest(AGENT, { input: { who: 'A' } })),
    await start(page, makeRequest(AGENT, { input: { who: 'B' } })),
  ];
  for (const runId of runs) await page.finished(runId);
  const inputs = runs.map((runId) => page.events.get(runId)?.[0]);
  expect(inputs.map((event) => event?.type === 'run.started' && event.input)).toEqual([{ who: 'A' }, { who: 'B' }]);
});
