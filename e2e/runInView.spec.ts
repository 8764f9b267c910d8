import { card, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { moveAway, zoomTime } from './runInView.ts';
import { bar, drawer, state } from './runs.ts';

const IDS = Array.from({ length: 9 }, (_, index) => `t${index + 1}`);

/** Nine tasks in a row, of which the last waits for a signal. */
const CHAIN = `tasks:
${IDS.slice(1)
  .map((id, index) => `  - { id: ${IDS[index]}, type: basic, on_success: { next: ${id} } }`)
  .join('\n')}
  - { id: t9, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

test('the canvas follows a run until the view is moved by hand, and the time of the run is zoomed', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);

  await test.step('the canvas follows a run until the view is moved by hand', async () => {
    await page.getByRole('button', { name: 'Zoom: ' }).click();
    await page.getByRole('menuitem', { name: '100 %' }).click();
    await moveAway(page);
    // What is far out of view is not drawn.
    await expect(card(page, 't9')).toBeHidden();
    await startRun(page);
    await expectStatus(page, 't9', 'Waiting');
    await expect(card(page, 't9')).toBeInViewport({ ratio: 1 });
    const follow = drawer(page).getByRole('button', { name: 'Follow the run' });
    await expect(follow).toBeHidden();
    await moveAway(page);
    await expect(follow).toBeVisible();
    await expect(card(page, 't9')).toBeHidden();
  });

  await test.step('its time is zoomed by keys and a brush', async () => {
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(state(page, /^Cancelled/)).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: 'Show all of the time' })).toBeDisabled();
    // On a busy machine the wait is long enough to be folded, and without it the run is too short to be shown nearer.
    const unfold = drawer(page).getByRole('button', { name: 'Draw idle times as long as they were' });
    if (await unfold.isEnabled()) await unfold.click();
    await zoomTime(page);
  });
});
