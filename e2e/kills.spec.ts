import type { Page } from '@playwright/test';
import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  createProfile,
  type KillableBrowser,
  launchKillable,
  pause,
  readStoredRuns,
  type ServedCall,
  type StoredRun,
  seedRandom,
  serveCalls,
  waitFor,
} from './killable.ts';
import { drawer } from './runs.ts';

/** `npm run test:long` tries as often as the promise says; `npm test` each kind once. */
const isLong = process.env['SIGNALBOX_TEST_FACTOR'] !== undefined;
const KILLS = isLong ? 50 : 1;
const STARTS = isLong ? 100 : 2;
const SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? (isLong ? Date.now() % 1_000_000 : 21));

/** How long a page may take to resume a run, in ms, on a machine with other work: `npm run bench -- resuming` measures what is promised. */
const PATIENCE = 60_000;

/** How long after a start the kill comes at the latest, in ms: the run takes about as long. */
const RUN_TIME = 1_600;

function makeWorkflow(url: string): string {
  return `name: Killed
tools:
  - id: api
    use: core:http
    config: { base_url: "${url}", idempotency_key: true }
    schema: { input: { type: object }, output: { type: object } }
agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: m, mock: { latency: 200ms, responses: [{ text: done }] } }
    actions: [{ id: go, instructions: Say it, output: { type: object, required: [text], properties: { text: { type: string } } } }]
tasks:
  - { id: first, type: basic, use: "tool:api", with: { url: first, method: POST, json: { n: 1 } }, on_success: { next: both } }
  - id: both
    type: parallel
    tasks:
      - { id: left, type: basic, use: "tool:api", with: { url: left, method: POST, json: { n: 2 } } }
      - { id: right, type: basic, use: "tool:api", with: { url: right, method: POST, json: { n: 3 } } }
    on_success: { next: pause, with: { left: "{{ output.left.body.n }}", right: "{{ output.right.body.n }}" } }
  - id: pause
    type: wait
    config: { timeout: 300ms, check_interval: 100ms }
    on_success: { next: each }
  - id: each
    type: collection
    config: { items: [4, 5, 6, 7], mode: parallel, max_concurrent: 2 }
    use: "tool:api"
    with: { url: each, method: POST, json: { n: "{{ item }}" } }
    on_success: { next: ask }
  - { id: ask, type: basic, use: "agent:writer", on_success: { next: total } }
  - id: total
    type: basic
    use: "tool:api"
    with:
      url: total
      method: POST
      json:
        first: "{{ tasks.first.output.body.n }}"
        both: "{{ tasks.both.output.left.body.n + tasks.both.output.right.body.n }}"
        each: "{{ map(tasks.each.output, x => x.body.n) }}"
        said: "{{ tasks.ask.output.text }}"
`;
}

const TOTAL = { first: 10, both: 50, each: [40, 50, 60, 70], said: 'done' };
const PATHS = ['/each', '/each', '/each', '/each', '/first', '/left', '/right', '/total'];

function origin(): string {
  return test.info().project.use.baseURL ?? '';
}

/** A page of the app's address that is not the app: what is stored can be read there as the killed one left it. */
async function readWhatIsStored(page: Page): Promise<StoredRun | undefined> {
  await page.goto(`${origin()}/icon.svg`);
  return (await readStoredRuns(page))[0];
}

async function openAndImport({ context }: KillableBrowser, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await openApp(page, origin());
  await importText(page, 'killed.yaml', makeWorkflow(url));
  // Once whole: from now on the keyboard starts it.
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectSaved(page);
  return page;
}

async function startAgain(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** Every call of a finished run was made, with the right result at the end. */
function expectWhole(calls: readonly ServedCall[]): void {
  const byKey = new Map(calls.map((call) => [call.key, call.path]));
  expect([...byKey.values()].sort()).toEqual(PATHS);
  expect(JSON.parse(calls.findLast(({ path }) => path === '/total')?.body ?? 'null')).toEqual(TOTAL);
}

/** What was recorded is never called again; what was in flight is called once more at most; nothing starts unrecorded. */
function expectNoRepeats(stored: StoredRun, before: readonly ServedCall[], after: readonly ServedCall[]): void {
  for (const { key } of before) expect(stored.intended).toContain(key);
  const again = after.map(({ key }) => key);
  expect(again.filter((key) => stored.recorded.includes(key))).toEqual([]);
  expect(new Set(again).size).toBe(again.length);
}

function describeTimes(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms of ${sorted.length}`;
}

test('a run resumes after kills of the whole browser at any moment, and does nothing twice that was recorded', async () => {
  test.setTimeout(180_000 + KILLS * 60_000);
  console.log(`seed ${SEED}`);
  const random = seedRandom(SEED);
  const server = await serveCalls(() => 30 + random() * 150);
  const profile = createProfile();
  const resumed: number[] = [];
  let browser = await launchKillable(profile.folder);
  try {
    let page = await openAndImport(browser, server.url);
    for (let kills = 0; kills < KILLS; ) {
      const from = server.calls.length;
      const known = new Set((await readStoredRuns(page)).map(({ runId }) => runId));
      await startAgain(page);
      for (let isOver = false; !isOver; ) {
        await pause(random() * RUN_TIME);
        await browser.kill();
        // What the browser had sent may still arrive.
        await pause(300);
        const before = server.calls.slice(from);
        const until = server.calls.length;
        browser = await launchKillable(profile.folder);
        page = browser.context.pages()[0] ?? (await browser.context.newPage());
        const stored = await readWhatIsStored(page);
        const isStored = stored !== undefined && !known.has(stored.runId);
        // Killed before the start was durable: then nothing has happened.
        if (!isStored) expect(before).toEqual([]);
        const opened = Date.now();
        await page.goto(origin(), { waitUntil: 'commit' });
        if (isStored && stored.status === 'running') {
          kills += 1;
          await expect(runBadge(page)).toBeVisible({ timeout: PATIENCE });
          resumed.push(Date.now() - opened);
        }
        await expectSaved(page);
        isOver = !isStored || kills >= KILLS || random() < 0.6;
        if (isOver && isStored) {
          await waitFor('the run to finish', async () =>
            (await readStoredRuns(page)).some(({ runId, status }) => runId === stored.runId && status === 'success')
              ? true
              : undefined,
          );
          expectWhole(server.calls.slice(from));
        }
        if (isStored) expectNoRepeats(stored, before, server.calls.slice(until));
      }
    }
    console.log(`${KILLS} kills; resumed: ${describeTimes(resumed)}`);
    expect(resumed.length).toBeGreaterThan(0);
  } finally {
    await browser.kill();
    server.close();
    profile.remove();
  }
});

/** Two calls of one key were in flight together. */
function findOverlap(calls: readonly ServedCall[]): readonly [ServedCall, ServedCall] | undefined {
  for (const [index, call] of calls.entries()) {
    const other = calls
      .slice(index + 1)
      .find(({ key, startedAt }) => key === call.key && startedAt < (call.endedAt ?? Number.POSITIVE_INFINITY));
    if (other !== undefined) return [call, other];
  }
  return undefined;
}

test('of two tabs one executes a run, and the other resumes it when the first is closed or crashes', async () => {
  test.setTimeout(180_000 + STARTS * 40_000);
  console.log(`seed ${SEED}`);
  const random = seedRandom(SEED);
  const server = await serveCalls(() => 30 + random() * 150);
  const profile = createProfile();
  const browser = await launchKillable(profile.folder);
  const taken: number[] = [];
  try {
    let page = await openAndImport(browser, server.url);
    for (let starts = 0; starts < STARTS; starts += 1) {
      const other = await browser.context.newPage();
      await other.goto(origin());
      await expect(other.getByText(/another tab/i).first()).toBeVisible();
      const from = server.calls.length;
      const known = new Set((await readStoredRuns(page)).map(({ runId }) => runId));
      await page.bringToFront();
      await startAgain(page);
      const { runId } = await waitFor('the start', async () =>
        (await readStoredRuns(page)).find((run) => !known.has(run.runId)),
      );
      await pause(random() * RUN_TIME * 0.7);
      const at = Date.now();
      // In turns: each kind is there at any number of starts.
      if (starts % 2 === 0) await page.close({ runBeforeUnload: false });
      else await crash(page);
      const [left] = (await readStoredRuns(other)).filter((run) => run.runId === runId);
      const until = server.calls.length;
      await waitFor('the other tab to finish the run', async () => {
        const run = (await readStoredRuns(other)).find((stored) => stored.runId === runId);
        if (left?.status === 'running' && taken.length === starts && server.calls.length > until)
          taken.push(Date.now() - at);
        return run?.status === 'success' ? true : undefined;
      });
      if (taken.length === starts) taken.push(left?.status === 'running' ? Date.now() - at : 0);
      const calls = server.calls.slice(from);
      expectWhole(calls);
      expect(findOverlap(calls)).toBeUndefined();
      page = other;
      await expectSaved(page);
    }
    console.log(`${STARTS} starts in two tabs; taken over: ${describeTimes(taken)}`);
  } finally {
    await browser.kill();
    server.close();
    profile.remove();
  }
});

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // It never answers.
  session.send('Page.crash').catch(() => undefined);
  await new Promise<void>((resolve) => page.once('crash', () => resolve()));
  await page.close().catch(() => undefined);
}

function makeCall(id: string, rest = ''): string {
  return `  - { id: ${id}, type: basic, use: "tool:api", with: { url: ${id}, method: POST, json: { n: 1 } }${rest} }\n`;
}

/** Starts a run that waits for a signal between two calls. */
async function startWaiting(page: Page, url: string): Promise<void> {
  const config = `{ base_url: "${url}", idempotency_key: true }`;
  const schema = '{ input: { type: object }, output: { type: object } }';
  await importText(
    page,
    'waiting.yaml',
    `tools:\n  - { id: api, use: core:http, config: ${config}, schema: ${schema} }\ntasks:\n${makeCall('first', ', on_success: { next: pause }')}` +
      `  - { id: pause, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: second } }\n${makeCall('second')}`,
  );
  await startRun(page);
}

async function expectStoredSuccess(page: Page, calls: readonly ServedCall[]): Promise<void> {
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const stored = await waitFor('the end to be stored', async () =>
    (await readStoredRuns(page)).find(({ status }) => status === 'success'),
  );
  expect([...stored.recorded].sort()).toEqual(calls.map(({ key }) => key).sort());
  expect(calls).toHaveLength(2);
}

test('a run whose records another page deletes says so and loses nothing', async ({ page, context, problems }) => {
  const server = await serveCalls(() => 20);
  await openApp(page);
  await startWaiting(page, server.url);
  await expectStatus(page, 'pause', 'Waiting');
  const other = await context.newPage();
  await other.goto('/icon.svg');
  await other.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('signalbox-runs');
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
      }),
  );
  await page.bringToFront();
  await expect(page.getByText(/The run history was deleted from this browser/).first()).toBeVisible();
  await drawer(page)
    .getByRole('button', { name: /^pause, waiting/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  // What is written next finds that they are gone.
  await expect(page.getByText(/The records of this run were deleted from this browser/).first()).toBeVisible();
  await expectStoredSuccess(page, server.calls);
  server.close();
  // A picture has no icon.
  expect(problems.splice(0).every((problem) => problem.includes('404'))).toBe(true);
});
