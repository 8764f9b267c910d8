import { card, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { lengthOf, rowOfRun } from './pausedTime.ts';
import { bar, openChain } from './runs.ts';

test('a run that was paused is as long in the history as in the drawer', async ({ page }) => {
  await openChain(page);
  await card(page, 'second').click();
  await page.keyboard.press('F9');
  await startRun(page);
  const paused = page.getByRole('region', { name: 'The run is paused' });
  await expect(paused).toContainText('before second');
  await bar(page).getByRole('button', { name: 'Step' }).click();
  await expect(paused).toContainText('before third');
  await paused.getByRole('button', { name: 'Resume' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(await rowOfRun(page, /^Chain, success/)).toContain(` · ${await lengthOf(page)}`);
});
