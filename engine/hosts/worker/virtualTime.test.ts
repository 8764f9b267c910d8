import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, expect, test } from 'vitest';
import { isJsonObject, loadPatterns } from '../../base/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([
    import('../../check/index.ts'),
    import('./children/openChildren.ts'),
    import('./history/replayRecorded.ts'),
    import('./run/open/checkpoints.ts'),
    loadPatterns(),
  ]);
});

const HOUR = 3_600_000;

type Page = ReturnType<typeof openEngine>;

/** A tab with some files, and a server that fails its first `failures` requests and takes `delay` turns for each. */
function openTab(
  files: Readonly<Record<string, string>>,
  { failures = 0, delay = 0, browser = new FakeBrowser() } = {},
): Page {
  let asked = 0;
  const fetch: typeof globalThis.fetch = async () => {
    asked += 1;
    const status = asked <= failures ? 503 : 200;
    if (delay > 0) await new Promise<void>((resolve) => page.clock.setTimer(delay, resolve));
    return Response.json({ n: asked }, { status });
  };
  const page = openEngine({ fetch, browser });
  void page.engine.setWorkspace(createMemoryFiles(files), []);
  return page;
}

/** Runs a text to its end on a clock of its own: what happened, in ms after its start. */
async function run(page: Page, text: string, virtualTime = true) {
  const before = page.clock.now();
  const runId = await start(page, makeRequest(text, virtualTime ? { plan: { virtualTime } } : {}));
  const end = await page.finished(runId);
  const events = page.events.get(runId) ?? [];
  // What is recorded gives the same run, byte for byte.
  const record = await page.clock.settle(page.engine.findRun(runId));
  expect(record?.events).toEqual(events);
  return {
    runId,
    end,
    events,
    lasted: page.clock.now() - before,
    rows: await page.clock.settle(page.engine.listRuns()),
  };
}

/** Events without those of the clock, as a text each: what happened, and in which order. */
function told(events: readonly RunEvent[]): readonly string[] {
  return events
    .filter(({ type }) => type !== 'time.passed')
    .map((event) => `${event.type} ${'taskId' in event ? event.taskId : ''}`);
}

const passed = (events: readonly RunEvent[]): number =>
  events.reduce((sum, event) => sum + (event.type === 'time.passed' ? event.by : 0), 0);

const WAITS = yaml`
  tasks:
    - id: all
      type: parallel
      on_success: { next: polled }
      tasks:
        - { id: long, type: wait, config: { timeout: 2h, check_interval: 1h } }
        - { id: short, type: wait, config: { timeout: 1h, check_interval: 1h } }
        - { id: again, type: basic, use: core:http, with: { url: /a, method: POST }, retry: { attempts: 2, backoff: fixed, interval: 20m } }
    - id: polled
      type: wait
      config: { timeout: 3h, check_interval: 1h, condition: "now() == null" }
      on_timeout: { next: bounded }
    - id: bounded
      type: composite
      config: { timeout: 30m }
      tasks: [{ id: late, type: wait, config: { timeout: 4h, check_interval: 1h } }]
      on_error: { next: last }
    - { id: last, type: basic }
`;

test('delays, checks, attempts, deadlines and timeouts come in their order, each at its time, without the wait', async () => {
  const page = openTab({}, { failures: 2 });
  const virtual = await run(page, WAITS);
  expect(virtual.end).toMatchObject({ status: 'success' });
  expect(virtual.lasted).toBeLessThan(60_000);
  const startOf = virtual.events[0]?.at ?? 0;
  const at = (taskId: string): number =>
    Math.round(
      ((virtual.events.findLast((event) => 'taskId' in event && event.taskId === taskId)?.at ?? 0) - startOf) / 60_000,
    );
  // Minutes: the attempts at 20 and 40, the delays at 60 and 120, the condition until 300, the container until 330.
  expect([at('again'), at('short'), at('long'), at('polled'), at('late'), at('last')]).toEqual([
    40, 60, 120, 300, 330, 330,
  ]);
  expect(passed(virtual.events)).toBeGreaterThan(5 * HOUR);
  expect(virtual.rows[0]).toMatchObject({ status: 'success', passed: passed(virtual.events) });
});

test('a run with virtual time does what one without does, and marks the steps that it did not wait for', async () => {
  const short = WAITS.replace(/(\d+)h/g, '$100ms').replace(/(\d+)m\b/g, '$1ms');
  const real = await run(openTab({}, { failures: 2 }), short, false);
  globalThis.indexedDB = new IDBFactory();
  const virtual = await run(openTab({}, { failures: 2 }), short);
  expect(told(virtual.events)).toEqual(told(real.events));
  expect(passed(real.events)).toBe(0);
  expect(real.rows[0]?.passed).toBeUndefined();
});

test('a call takes the time it takes: nothing passes while one is under way', async () => {
  const text = yaml`
    tasks:
      - id: both
        type: parallel
        tasks:
          - { id: asked, type: basic, use: core:http, with: { url: /a } }
          - { id: pause, type: wait, config: { timeout: 1h, check_interval: 1h } }
  `;
  const { events } = await run(openTab({}, { delay: 500 }), text);
  const answered = events.findIndex(({ type }) => type === 'effect.completed');
  expect(events.findIndex(({ type }) => type === 'time.passed')).toBeGreaterThan(answered);
  expect((events[answered]?.at ?? 0) - (events[0]?.at ?? 0)).toBeLessThan(HOUR);
});

test('a signal is waited for: only what comes before its deadline passes', async () => {
  const text = yaml`
    tasks:
      - id: both
        type: parallel
        tasks:
          - { id: pause, type: wait, config: { timeout: 1h, check_interval: 1h } }
          - { id: ask, type: wait, config: { signal: go, timeout: 24h, check_interval: 20m } }
          - { id: late, type: wait, config: { timeout: 30h, check_interval: 30h } }
  `;
  const page = openTab({});
  const runId = await start(page, makeRequest(text, { plan: { virtualTime: true } }));
  const has = (check: (event: RunEvent) => boolean) => page.clock.until(() => page.events.get(runId)?.some(check));
  await has((event) => event.type === 'task.succeeded' && event.taskId === 'pause');
  for (let turn = 0; turn < 200; turn += 1) await page.clock.turn();
  expect(passed(page.events.get(runId) ?? [])).toBeLessThanOrEqual(HOUR);
  await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
  await page.clock.until(() => passed(page.events.get(runId) ?? []) > HOUR);
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  expect(passed(page.events.get(runId) ?? [])).toBeGreaterThan(29 * HOUR);
});

test('a run is told while it waits, not while it is paused, and a loop around a wait is bounded by 400 days', async () => {
  const text = yaml`
    tasks:
      - { id: pause, type: wait, config: { timeout: 300d, check_interval: 300d }, on_success: { next: pause } }
  `;
  const page = openTab({});
  const runId = await start(page, makeRequest(text));
  await page.clock.until(() => page.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
  await page.engine.controlRun(runId, { type: 'run.paused', reason: 'asked' });
  await page.engine.controlRun(runId, { type: 'virtualTime.set', isOn: true });
  for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
  expect(passed(page.events.get(runId) ?? [])).toBe(0);
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  await page.clock.until(() => passed(page.events.get(runId) ?? []) > 0);
  for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
  expect(page.events.get(runId)?.filter(({ type }) => type === 'time.passed')).toHaveLength(1);
  await page.engine.controlRun(runId, { type: 'run.cancelled' });
  expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
});

test('runs that a run starts share its clock: both wait, both are marked, each step lasts as long for both', async () => {
  const inner = yaml`
    tasks: [{ id: pause, type: wait, config: { timeout: 1h, check_interval: 1h } }]
  `;
  const outer = yaml`
    tasks:
      - id: both
        type: parallel
        tasks:
          - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }
          - { id: half, type: wait, config: { timeout: 30m, check_interval: 30m } }
  `;
  const { runId, events, lasted, rows } = await run(openTab({ 'inner.yaml': inner }), outer);
  expect(lasted).toBeLessThan(60_000);
  expect(rows[0]?.passed).toBe(passed(events));
  expect(passed(events)).toBeGreaterThan(HOUR - 60_000);
  const call = events.filter((event) => 'taskId' in event && event.taskId === 'call');
  expect((call.at(-1)?.at ?? 0) - (call[0]?.at ?? 0)).toBeGreaterThanOrEqual(HOUR);
  const ends = events.flatMap((event) => (event.type === 'task.succeeded' ? [event.taskId] : []));
  expect(ends.slice(0, 2)).toEqual(['half', 'call']);
  expect(runId).not.toBe('');
});

test('a run that is resumed in another tab goes on by the time it has', async () => {
  const text = yaml`
    tasks:
      - { id: pause, type: wait, config: { timeout: 1h, check_interval: 1h }, on_success: { next: ask } }
      - { id: ask, type: wait, config: { signal: go, timeout: 24h, check_interval: 1h }, on_success: { next: more } }
      - { id: more, type: wait, config: { timeout: 1h, check_interval: 1h } }
  `;
  const browser = new FakeBrowser();
  const first = openTab({}, { browser });
  const runId = await start(first, makeRequest(text, { plan: { virtualTime: true } }));
  await first.clock.until(() =>
    first.events.get(runId)?.some((event) => event.type === 'task.waiting' && event.taskId === 'ask'),
  );
  first.locks.die();
  const second = openTab({}, { browser });
  await second.clock.settle(second.engine.recoverRuns({ variables: [] }));
  const resumed = await second.clock.settle(second.engine.findRun(runId));
  // Neither that of the wall, nor that with all that has passed: what it was away for is no time of it.
  const lastAt = resumed?.events.at(-1)?.at ?? 0;
  expect(resumed?.clock).toBeGreaterThanOrEqual(lastAt);
  expect(resumed?.clock).toBeLessThan(lastAt + 60_000);
  await second.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
  expect(await second.finished(runId)).toMatchObject({ status: 'success' });
  const record = await second.clock.settle(second.engine.findRun(runId));
  const times = record?.events.map(({ at }) => at) ?? [];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(passed(record?.events ?? [])).toBeGreaterThan(2 * HOUR - 60_000);
});

const checksOf = (events: readonly RunEvent[], taskId: string): unknown => {
  const end = events.find((event) => event.type === 'task.succeeded' && event.taskId === taskId);
  return end?.type === 'task.succeeded' && isJsonObject(end.output) ? end.output['checks'] : null;
};

test('of a wait of days with a second between checks, those that cannot change anything pass in one go', async () => {
  const text = yaml`
    tasks:
      - id: all
        type: parallel
        tasks:
          - { id: long, type: wait, config: { timeout: 30d, check_interval: 1s } }
          - { id: short, type: wait, config: { timeout: 3d, check_interval: 1h } }
          - { id: ask, type: wait, config: { signal: go, timeout: 90d, check_interval: 1s } }
  `;
  const page = openTab({});
  const runId = await start(page, makeRequest(text, { plan: { virtualTime: true } }));
  const events = () => page.events.get(runId) ?? [];
  await page.clock.until(() => events().some((event) => event.type === 'task.succeeded' && event.taskId === 'long'));
  await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  expect(passed(events())).toBeGreaterThan(30 * 24 * HOUR - 60_000);
  // The checks of the short one, which are few, its end, and that of the long one.
  expect(events().filter(({ type }) => type === 'time.passed').length).toBeLessThan(80);
  expect(checksOf(events(), 'short')).toBe(73);
  expect(checksOf(events(), 'long')).toBeLessThan(200);
});

test('checks that may change something are made one by one: of a condition, a limit, and where a handler is told', async () => {
  const text = yaml`
    tasks:
      - { id: polled, type: wait, config: { timeout: 2m, check_interval: 1s, condition: "now() == null" }, on_timeout: { next: counted } }
      - { id: counted, type: wait, config: { timeout: 10m, check_interval: 1s, max_checks: 150 }, on_timeout: { next: told } }
      - { id: told, type: wait, config: { timeout: 2m, check_interval: 1s }, on_check: { with: { message: "{{ event.check }}" } } }
  `;
  const { events } = await run(openTab({}), text);
  const counts = events.flatMap((event) => (event.type === 'task.failed' ? [event.error.details] : []));
  expect(counts).toMatchObject([{ checks: 121 }, { checks: 150 }]);
  expect(checksOf(events, 'told')).toBe(121);
});
