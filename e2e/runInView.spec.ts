import { card, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
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
    const box = await page.getByRole('application', { name: 'Workflow canvas' }).boundingBox();
    if (!box) throw new Error('There is no canvas');
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(-3000, 0);
    // What is far out of view is not drawn.
    await expect(card(page, 't9')).toBeHidden();
    await startRun(page);
    await expectStatus(page, 't9', 'Waiting');
    await expect(card(page, 't9')).toBeInViewport({ ratio: 1 });
    const follow = drawer(page).getByRole('button', { name: 'Follow the run' });
    await expect(follow).toBeHidden();
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(-3000, 0);
    await expect(follow).toBeVisible();
    await expect(card(page, 't9')).toBeHidden();
  });

  await test.step('its time is zoomed by keys and a brush', async () => {
    await bar(page).getByRole('button', { name: 'Stop' }).click();
    await expect(state(page, /^Cancelled/)).toBeVisible();
    const whole = drawer(page).getByRole('button', { name: 'Show all of the time' });
    await expect(whole).toBeDisabled();
    await drawer(page).getByRole('slider', { name: 'Instant of the run' }).focus();
    await page.keyboard.press('+');
    await expect(whole).toBeEnabled();
    await page.keyboard.press('0');
    await expect(whole).toBeDisabled();
    const strip = await drawer(page).getByTitle('Drag to show a part of the run').boundingBox();
    if (!strip) throw new Error('The overview is not drawn');
    await page.mouse.move(strip.x + strip.width * 0.8, strip.y + 6);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width - 1, strip.y + 6, { steps: 4 });
    await page.mouse.up();
    await expect(whole).toBeEnabled();
  });
});
