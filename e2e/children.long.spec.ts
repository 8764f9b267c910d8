import { expectStatus, openApp, runBadge, startRun } from './app.ts';
import { answerHold, countPaths, HOLD, importFamily, inner, openCall, waitForRecords } from './children.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseSeed,
  createProfile,
  expectNoCallAgain,
  killAndSettle,
  launchKillable,
  origin,
  pageOf,
  pause,
  readStoredPastApp,
  readStoredRuns,
  seedRandom,
  serveCalls,
  waitFor,
} from './killable.ts';
import { runsAround } from './runs.ts';

/** How often the browser is killed. */
const KILLS = 50;
const SEED = chooseSeed();

const RESUMED = 20_000;

test('workflows inside of a run are continued after a reload, opened from their step, told of signals, and led back from', async ({
  page,
}) => {
  const server = await serveCalls(() => 10);
  try {
    await openApp(page);
    await importFamily(page, inner(server.url, HOLD));
    const from = server.calls.length;
    await startRun(page);
    await expectStatus(page, 'each', 'Running');
    await waitFor('the first step of all three', () => (server.calls.length === from + 3 ? true : undefined));
    await waitForRecords(page, server.calls.slice(from));
    await page.reload();
    await expect(runBadge(page)).toHaveText(/^Waiting/, { timeout: RESUMED });
    // Each of the three is opened, is told of its signal, and leads back.
    for (let index = 0; index < 3; index += 1) {
      await openCall(page, index);
      const around = runsAround(page);
      await expect(around).toContainText('inner.yaml');
      await expect(page.getByRole('banner').getByRole('button', { name: 'inner.yaml', exact: true })).toBeVisible();
      await answerHold(page);
      await expect(runBadge(page)).toHaveText(/^Success in/);
      await around.getByRole('button', { name: 'outer.yaml' }).click();
      await expect(around).toBeHidden();
    }
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(countPaths(server.calls.slice(from))).toEqual({ '/one': 3, '/two': 3 });
    // The history lists the runs that a person started.
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
    await expect(page.getByRole('list', { name: 'Runs, newest first' }).getByRole('listitem')).toHaveCount(2);
  } finally {
    server.close();
  }
});

test('workflows inside of a run do nothing twice that was recorded, however often the browser is killed', async () => {
  test.setTimeout(180_000 + KILLS * 60_000);
  console.log(`seed ${SEED}`);
  const random = seedRandom(SEED);
  const server = await serveCalls(() => 80 + random() * 300);
  const profile = createProfile();
  let browser = await launchKillable(profile.folder);
  try {
    let page = await pageOf(browser);
    await openApp(page, origin());
    await importFamily(page, inner(server.url, ''));
    // Once whole: from now on the keyboard starts it.
    await startRun(page);
    // The run of the other file is shown until this one begins, so its badge says nothing: five runs are stored then.
    await waitFor('the end of the first run', async () => {
      const runs = await readStoredRuns(page);
      return runs.length === 5 && runs.every(({ status }) => status === 'success') ? true : undefined;
    });
    for (let kills = 0; kills < KILLS; kills += 1) {
      const from = server.calls.length;
      const known = new Set((await readStoredRuns(page)).map(({ runId }) => runId));
      await page.keyboard.press('ControlOrMeta+Enter');
      await waitFor('a first call', () => (server.calls.length > from ? true : undefined));
      await pause(random() * 500);
      await killAndSettle(browser);
      const before = server.calls.slice(from);
      const until = server.calls.length;
      browser = await launchKillable(profile.folder);
      page = await pageOf(browser);
      const stored = (await readStoredPastApp(page)).filter(({ runId }) => !known.has(runId));
      const intended = stored.flatMap((run) => run.intended);
      const recorded = stored.flatMap((run) => run.recorded);
      for (const { key } of before) expect(intended).toContain(key);
      await openApp(page, origin());
      await waitFor('the end of all runs', async () =>
        (await readStoredRuns(page)).every(({ status }) => status === 'success') ? true : undefined,
      );
      expectNoCallAgain(recorded, server.calls.slice(until));
      const byKey = new Map(server.calls.slice(from).map((call) => [call.key, call]));
      expect(countPaths([...byKey.values()])).toEqual({ '/one': 3, '/two': 3 });
    }
  } finally {
    await browser.kill();
    profile.remove();
    server.close();
  }
});
