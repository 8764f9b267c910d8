import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { card, expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, forgetMissingIcon, type Locator, type Page, test } from './fixtures.ts';
import { readStoredRuns, waitFor } from './killable.ts';
import { drawer } from './runs.ts';

const WAITING = `tasks:
  - { id: first, type: basic, on_success: { next: pause } }
  - { id: pause, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: after } }
  - { id: after, type: basic }
`;

/** Starts a run that waits for a signal. */
async function startWaiting(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'waiting.yaml', WAITING);
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
  await expectSaved(page);
}

/** Opens the newest run of the history with such a name. */
async function openNewestRun(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  await page.getByRole('list', { name: 'Runs, newest first' }).getByRole('button', { name }).first().click();
}

/** Answers what the run waits for, and waits for its end. */
async function sendSignal(page: Page): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^pause, waiting/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/**
 * Spoils what the engine has stored of each run, and answers how many records that were: the digests of the journals are then those
 * of an engine that behaved differently, or a damaged checkpoint is beside each journal.
 */
function spoilStored(page: Page, part: 'digests' | 'checkpoints'): Promise<number> {
  return page.evaluate(async (asked) => {
    // The page gets only the text of this function.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const database = await ask(indexedDB.open('signalbox-runs'));
    const transaction = database.transaction(['chunks', 'summaries', 'checkpoints'], 'readwrite');
    const [chunks, checkpoints] = [transaction.objectStore('chunks'), transaction.objectStore('checkpoints')];
    const rows = await ask<{ runId: string }[]>(transaction.objectStore('summaries').getAll());
    const kept = await ask<{ proof?: { inputs: number; digest: string } }[]>(chunks.getAll());
    const proved = kept.filter(({ proof }) => proof !== undefined && proof.inputs > 0);
    if (asked === 'checkpoints')
      for (const { runId } of rows) await ask(checkpoints.put({ runId, inputs: 0, text: 'damaged' }));
    else
      for (const chunk of proved)
        await ask(chunks.put({ ...chunk, proof: { ...chunk.proof, digest: '0'.repeat(16) } }));
    database.close();
    return asked === 'checkpoints' ? rows.length : proved.length;
  }, part);
}

/** Opens a run that waits, and that another version of the engine recorded differently; answers with what says so. */
async function openRecordedByOther(page: Page): Promise<Locator> {
  await startWaiting(page);
  // Each thing that reaches a run is stored with a digest of the results of those before.
  await page.keyboard.press('F8');
  await expect(page.getByText(/^Paused/).first()).toBeVisible();
  // Another page of the same address: what was stored is there, and nothing executes it.
  await page.goto('/icon.svg');
  await waitFor('a proof in the journal', async () => ((await spoilStored(page, 'digests')) > 0 ? true : undefined));
  await openApp(page);
  await openNewestRun(page, /^waiting\.yaml, interrupted/);
  const banner = page.getByRole('alert').filter({ hasText: 'This run' });
  await expect(banner).toContainText('recorded by another version of Signalbox');
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  return banner;
}

test('a run that another version recorded differently is kept, says why it does not resume, and goes on as a fork', async ({
  page,
  problems,
}) => {
  const banner = await openRecordedByOther(page);
  await expect(banner.getByRole('button', { name: 'Export the run' })).toBeEnabled();

  const [before] = await readStoredRuns(page);
  await banner.getByRole('button', { name: 'Fork it' }).click();
  await page.getByRole('region', { name: 'The run is paused' }).getByRole('button', { name: 'Resume' }).click();
  await sendSignal(page);
  await expectStatus(page, 'after', 'Success');
  const after = await readStoredRuns(page);
  expect(after).toHaveLength(2);
  // The recorded one is as it was.
  expect(after).toContainEqual(before);
  forgetMissingIcon(problems);
});

test('a run that another version recorded differently is kept, says why it does not resume, and is exported and forked', async ({
  page,
  problems,
}) => {
  const banner = await openRecordedByOther(page);
  await expect(banner).toContainText('This run does not continue automatically.');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    banner.getByRole('button', { name: 'Export the run' }).click(),
  ]);
  const exported: { format: string; inputs: unknown[] } = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(exported.format).toBe('signalbox-run/1');
  expect(exported.inputs.length).toBeGreaterThan(0);

  const before = (await readStoredRuns(page)).map(({ runId }) => runId);
  await banner.getByRole('button', { name: 'Fork it' }).click();
  await expect(banner).toHaveCount(0);
  await page.getByRole('region', { name: 'The run is paused' }).getByRole('button', { name: 'Resume' }).click();
  await sendSignal(page);
  const after = await readStoredRuns(page);
  expect(after).toHaveLength(before.length + 1);
  // The recorded one is as it was.
  expect(after.find(({ runId }) => before.includes(runId))?.status).toBe('running');
  forgetMissingIcon(problems);
});

/** As in a page that is not opened over https: no locks, neither in the page nor in its workers. */
async function removeLocks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'locks'));
  await context.route(/engine\.worker.*\.js/, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    await route.fulfill({ response, body: `delete WorkerNavigator.prototype.locks;${await response.text()}` });
  });
}

test('without locks an interrupted run resumes on request, from where it was', async ({ page, context }) => {
  await removeLocks(context);
  await startWaiting(page);
  await page.reload();
  await expectSaved(page);
  await openNewestRun(page, /^waiting\.yaml, interrupted/);
  const banner = page.getByRole('status').filter({ hasText: /^This run was interrupted/ });
  await banner.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectStatus(page, 'pause', 'Waiting');
  await expect(banner).toHaveCount(0);
  await sendSignal(page);
  await expectStatus(page, 'after', 'Success');
  const runs = await readStoredRuns(page);
  expect(runs).toHaveLength(1);
});

/** Waits a moment in each of its rounds, so that the axis has many instants. */
const LOOP = `tasks:
  - { id: count, type: basic, with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }, on_success: { next: again } }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < 8 }}", routes: { true: pause }, default: { next: end } }
  - { id: pause, type: wait, config: { timeout: 50ms, check_interval: 50ms }, on_success: { next: count } }
`;

test('the time axis of a run follows the pointer', async ({ page }) => {
  await openApp(page);
  await importText(page, 'loop.yaml', LOOP);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const slider = page.getByRole('slider', { name: 'Instant of the run' });
  expect(Number(await slider.getAttribute('aria-valuemax'))).toBeGreaterThan(50);
  const box = await slider.boundingBox();
  if (!box) throw new Error('The time axis is not drawn');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.9, y);
  await page.mouse.down();
  // From end to end: the events of one batch have one time, so that two places near each other may show the same instant.
  for (const share of [0.02, 0.97, 0.03, 0.98]) {
    const before = (await slider.getAttribute('aria-valuenow')) ?? '';
    await page.mouse.move(box.x + box.width * share, y);
    await expect(slider).not.toHaveAttribute('aria-valuenow', before);
  }
  await page.mouse.up();
  await expect(page.getByRole('group', { name: 'Replay' }).getByText(/event \d+ of \d+/)).toBeVisible();
  await expect(card(page, 'count')).toBeVisible();
});

test('a run whose checkpoint is damaged resumes from its journal, and its events say so', async ({
  page,
  problems,
}) => {
  await startWaiting(page);
  await page.goto('/icon.svg');
  expect(await spoilStored(page, 'checkpoints')).toBe(1);
  await openApp(page);
  await expectStatus(page, 'pause', 'Waiting');
  await drawer(page)
    .getByRole('tab', { name: /^Events/ })
    .click();
  await expect(drawer(page).getByText('Resumed from all of its journal: The checkpoint is damaged.')).toBeVisible();
  await drawer(page).getByRole('tab', { name: 'Timeline' }).click();
  await sendSignal(page);
  forgetMissingIcon(problems);
});
