import type { Page } from '@playwright/test';
import { expectSaved, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  apiTool,
  createProfile,
  expectNoCallAgain,
  type KillableBrowser,
  killAndSettle,
  launchKillable,
  origin,
  pageOf,
  pause,
  readStoredPastApp,
  readStoredRuns,
  type ServedCall,
  type StoredRun,
  seedRandom,
  serveCalls,
  waitForSuccess,
} from './killable.ts';

/** How long a page may take to resume a run, in ms, on a machine with other work: `npm run bench -- resuming` measures what is promised. */
const PATIENCE = 60_000;

/** How long after a start the kill comes at the latest, in ms: the run takes about as long. */
export const RUN_TIME = 1_600;

function makeWorkflow(url: string): string {
  return `name: Killed
${apiTool(url)}agents:
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

/** Opens the app on the workflow, runs it once whole, and answers with the page. */
export async function openAndImport(browser: KillableBrowser, url: string): Promise<Page> {
  const page = await pageOf(browser);
  await openApp(page, origin());
  await importText(page, 'killed.yaml', makeWorkflow(url));
  // Once whole: from now on the keyboard starts it.
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectSaved(page);
  return page;
}

/** Starts the workflow that is open by its key. */
export async function startAgain(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** Every call of a finished run was made, with the right result at the end. */
export function expectWhole(calls: readonly ServedCall[]): void {
  const byKey = new Map(calls.map((call) => [call.key, call.path]));
  expect([...byKey.values()].sort()).toEqual(PATHS);
  expect(JSON.parse(calls.findLast(({ path }) => path === '/total')?.body ?? 'null')).toEqual(TOTAL);
}

/** What was recorded is never called again; what was in flight is called once more at most; nothing starts unrecorded. */
function expectNoRepeats(stored: StoredRun, before: readonly ServedCall[], after: readonly ServedCall[]): void {
  for (const { key } of before) expect(stored.intended).toContain(key);
  expectNoCallAgain(stored.recorded, after);
}

/** The median and the longest of some times. */
export function describeTimes(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms of ${sorted.length}`;
}

/** Kills the whole browser so often while it runs the workflow: the run resumes, and does nothing twice that was recorded. */
export async function killBrowser({ kills: wanted, seed }: { kills: number; seed: number }): Promise<void> {
  test.setTimeout(180_000 + wanted * 60_000);
  console.log(`seed ${seed}`);
  const random = seedRandom(seed);
  const server = await serveCalls(() => 30 + random() * 150);
  const profile = createProfile();
  const resumed: number[] = [];
  let browser = await launchKillable(profile.folder);
  try {
    let page = await openAndImport(browser, server.url);
    for (let kills = 0; kills < wanted; ) {
      const from = server.calls.length;
      const known = new Set((await readStoredRuns(page)).map(({ runId }) => runId));
      await startAgain(page);
      for (let isOver = false; !isOver; ) {
        await pause(random() * RUN_TIME);
        await killAndSettle(browser);
        const before = server.calls.slice(from);
        const until = server.calls.length;
        browser = await launchKillable(profile.folder);
        page = await pageOf(browser);
        const [stored] = await readStoredPastApp(page);
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
        isOver = !isStored || kills >= wanted || random() < 0.6;
        if (isOver && isStored) {
          await waitForSuccess(page, stored.runId);
          expectWhole(server.calls.slice(from));
        }
        if (isStored) expectNoRepeats(stored, before, server.calls.slice(until));
      }
    }
    console.log(`${wanted} kills; resumed: ${describeTimes(resumed)}`);
    expect(resumed.length).toBeGreaterThan(0);
  } finally {
    await browser.kill();
    server.close();
    profile.remove();
  }
}
