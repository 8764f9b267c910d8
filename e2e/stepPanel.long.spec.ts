import { expectNoBarrier } from './access.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';
import { runHandled } from './stepPanel.ts';

test('a step keeps the place and the size that a person gave it, also after a reload', async ({ page }) => {
  await runHandled(page);
  await expectNoBarrier(page, drawer(page));
  await drawer(page)
    .getByRole('button', { name: /^second, / })
    .click();
  const second = drawer(page).getByRole('region', { name: 'Step second' });

  // An attempt has its calls alone, until it is chosen no more.
  await second.getByRole('button', { name: /^Attempt 2/ }).click();
  await expect(second.getByRole('tab', { name: /^Calls of attempt 2/ })).toBeVisible();
  await second.getByRole('button', { name: /^Attempt 2/ }).click();
  await expect(second.getByRole('tab', { name: /^Calls of attempt/ })).toHaveCount(0);

  // Wider by keys, and below the steps; both are kept.
  const width = async () => Math.round((await second.boundingBox())?.width ?? 0);
  const before = await width();
  const handle = drawer(page).getByRole('separator', { name: 'Resize the step' });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before + 20);
  await expectNoBarrier(page, drawer(page));
  await second.getByRole('button', { name: 'Show steps below' }).click();
  const steps = drawer(page).getByRole('list', { name: 'Steps of the run' });
  const isBelow = async () =>
    ((await second.boundingBox())?.y ?? 0) > ((await steps.boundingBox())?.y ?? Number.POSITIVE_INFINITY) &&
    (await width()) > 700;
  await expect.poll(isBelow).toBe(true);
  await page.reload();
  await expect(second).toBeVisible();
  await expect.poll(isBelow).toBe(true);

  // Its lines, beside the canvas.
  await second.getByRole('button', { name: 'Show its lines' }).click();
  await expect(page.getByRole('code').getByText('nothing-here')).toBeVisible();
});
