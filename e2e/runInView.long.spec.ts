import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { moveAway, zoomTime } from './runInView.ts';
import { bar, drawer, state } from './runs.ts';

/** A short task on both sides of a wait of three seconds. */
const PAUSE = `tasks:
  - { id: before, type: basic, use: core:http, with: { url: samples/index.json }, on_success: { next: pause } }
  - { id: pause, type: wait, config: { timeout: 3s, check_interval: 3s }, on_success: { next: after } }
  - { id: after, type: basic, use: core:http, with: { url: samples/index.json } }
`;

test('the time is zoomed by buttons, keys and a brush, and idle times are folded', async ({ page }) => {
  await openApp(page);
  await importText(page, 'pause.yaml', PAUSE);
  await startRun(page);
  await expect(state(page, /^Success in/)).toBeVisible();
  const folds = drawer(page).getByRole('list', { name: 'Idle times that are folded' });
  await expect(folds.getByRole('listitem')).toHaveText([/^3\.\d s$/]);
  // Most of the axis is work, then: the first task has its share of it.
  const bar = drawer(page)
    .getByRole('button', { name: /^before, success/ })
    .locator('[data-tone="success"]');
  const folded = (await bar.boundingBox())?.width ?? 0;
  await drawer(page).getByRole('button', { name: 'Draw idle times as long as they were' }).click();
  await expect(folds).toBeHidden();
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeLessThan(folded);

  const whole = drawer(page).getByRole('button', { name: 'Show all of the time' });
  await expect(whole).toBeDisabled();
  await drawer(page)
    .getByRole('button', { name: /^before, success/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Zoom to the step' }).click();
  const lane = (await drawer(page).getByRole('slider', { name: 'Instant of the run' }).boundingBox())?.width ?? 0;
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(lane * 0.6);
  await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
  await whole.click();

  await zoomTime(page);
  // What is shown is the end: the axis begins late.
  await expect(drawer(page).getByRole('slider', { name: 'Instant of the run' })).toHaveText(/^[2-9]\.\d+ s/);
});

const IDS = Array.from({ length: 9 }, (_, index) => `t${index + 1}`);
const CHAIN = `tasks:
${IDS.map((id, index) => `  - { id: ${id}, type: wait, config: { timeout: 2s, check_interval: 2s }${index === 8 ? '' : `, on_success: { next: ${IDS[index + 1]} }`} }`).join('\n')}
`;

test('the canvas follows a run until the view is moved by hand, and that is remembered', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await page.getByRole('button', { name: 'Zoom: ' }).click();
  await page.getByRole('menuitem', { name: '100 %' }).click();
  await startRun(page);
  await expectStatus(page, 't6', 'Waiting');
  await expect(card(page, 't6')).toBeInViewport({ ratio: 1 });
  const follow = drawer(page).getByRole('button', { name: 'Follow the run' });
  await expect(follow).toBeHidden();
  await moveAway(page);
  await expect(follow).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: /^t8, waiting/ })).toBeVisible();
  // What is far out of view is not drawn.
  await expect(card(page, 't8')).toBeHidden();
  await expect(state(page, /^Success in/)).toBeVisible();

  // Another run is followed again, unless it is turned off.
  await startRun(page);
  const stop = drawer(page).getByRole('button', { name: 'Stop following' });
  await stop.click();
  await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(state(page, /^Cancelled/)).toBeVisible();
  await page.reload();
  await startRun(page);
  await expect(follow).toBeVisible();
});
