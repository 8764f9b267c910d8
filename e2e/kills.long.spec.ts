import type { Page } from '@playwright/test';
import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  apiTool,
  chooseSeed,
  createProfile,
  launchKillable,
  origin,
  pause,
  readStoredRuns,
  type ServedCall,
  seedRandom,
  serveCalls,
  waitFor,
} from './killable.ts';
import { describeTimes, expectWhole, killBrowser, openAndImport, RUN_TIME, startAgain } from './kills.ts';
import { drawer } from './runs.ts';

const STARTS = 100;
const SEED = chooseSeed();

test('a run resumes after kills of the whole browser at any moment, and does nothing twice that was recorded', async () => {
  await killBrowser({ kills: 50, seed: SEED });
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
  await importText(
    page,
    'waiting.yaml',
    `${apiTool(url)}tasks:\n${makeCall('first', ', on_success: { next: pause }')}` +
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
