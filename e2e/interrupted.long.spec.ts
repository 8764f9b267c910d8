import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { card, expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, forgetMissingIcon, test } from './fixtures.ts';
import { openNewestRun, openRecordedByOther, sendSignal, spoilStored, startWaiting } from './interrupted.ts';
import { readStoredRuns } from './killable.ts';
import { drawer } from './runs.ts';

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
