import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import {
  apiTool,
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
  type ServedCall,
  seedRandom,
  serveCalls,
  waitFor,
} from './killable.ts';
import { drawer, runsAround, sendSignal } from './runs.ts';

/** Two calls of a server for one number, and a wait for a signal between them where there is one. */
const inner = (
  url: string,
  wait: string,
): string => `schema: { input: { type: object, properties: { n: { type: number, default: 1 } } } }
${apiTool(url)}tasks:
  - { id: one, type: basic, use: "tool:api", with: { url: one, method: POST, json: { n: "{{ workflow.input.n }}" } }, on_success: { next: ${wait === '' ? 'two' : 'hold'} } }
${wait}
  - { id: two, type: basic, use: "tool:api", with: { url: two, method: POST, json: { n: "{{ tasks.one.output.body.n }}" } } }
outputs: { n: "{{ tasks.two.output.body.n }}" }
`;

const HOLD =
  '  - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: two } }';

/** A run of {@link inner} for each of the items. */
const outer = (items: string): string => `tasks:
  - id: each
    type: collection
    config: { items: ${items}, mode: parallel }
    use: core:workflow
    with: { file: inner.yaml, input: { n: "{{ item }}" } }
    on_success: { next: after }
  - { id: after, type: basic }
outputs: { all: "{{ map(tasks.each.output, x => x.n) }}" }
`;

/** What came from outside runs inside of another only once it was trusted: each file runs once. */
async function importFamily(page: Page, text: string, items = '[1, 2, 3]'): Promise<void> {
  await importText(page, 'inner.yaml', text);
  await startRun(page);
  if (text.includes('signal: go')) await answerHold(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await importText(page, 'outer.yaml', outer(items));
  await expectSaved(page);
}

/** Waits until the run on screen waits for its signal, and sends it. */
async function answerHold(page: Page): Promise<void> {
  await expectStatus(page, 'hold', 'Waiting');
  await sendSignal(page, 'hold');
}

function countPaths(calls: readonly ServedCall[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path } of calls) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

/** Waits until each of these calls is in the records of a run. */
async function waitForRecords(page: Page, calls: readonly ServedCall[]): Promise<void> {
  await waitFor('the records of the calls', async () => {
    const recorded = (await readStoredRuns(page)).flatMap((run) => run.recorded);
    return calls.every(({ key }) => recorded.includes(key)) ? true : undefined;
  });
}

/** Opens the run inside that a call of the step has started, by its index. */
async function openCall(page: Page, index: number): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^each, running/ })
    .click();
  await drawer(page)
    .getByRole('tab', { name: /^Calls/ })
    .click();
  const call = drawer(page).getByRole('group').filter({ hasText: 'Open the run inside' }).nth(index);
  await expect(call).toBeVisible();
  const open = call.getByRole('button', { name: 'Open the run inside' });
  // A call that is the only one is unfolded already.
  if (!(await open.isVisible())) await call.locator('summary').click();
  await open.click();
}

test('a workflow inside of a run continues after a reload, opens from its step, gets its signal, and leads back', async ({
  page,
}) => {
  const server = await serveCalls(() => 10);
  try {
    await openApp(page);
    await importFamily(page, inner(server.url, HOLD), '[1]');
    const from = server.calls.length;
    await startRun(page);
    await waitFor('the first step inside', () => (server.calls.length === from + 1 ? true : undefined));
    await waitForRecords(page, server.calls.slice(from));
    await page.reload();
    await expect(runBadge(page)).toHaveText(/^Waiting/);
    await openCall(page, 0);
    await expect(runsAround(page)).toContainText('inner.yaml');
    await answerHold(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await runsAround(page).getByRole('button', { name: 'outer.yaml' }).click();
    await expect(runsAround(page)).toBeHidden();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(countPaths(server.calls.slice(from))).toEqual({ '/one': 1, '/two': 1 });
  } finally {
    server.close();
  }
});

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
