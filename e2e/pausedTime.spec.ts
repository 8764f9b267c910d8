import { runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { lengthOf, pauseBeforeSecond, rowOfRun } from './pausedTime.ts';
import { bar } from './runs.ts';

test('a run that was paused is as long in the history as in the drawer', async ({ page }) => {
  const paused = await pauseBeforeSecond(page);
  await bar(page).getByRole('button', { name: 'Step' }).click();
  await expect(paused).toContainText('before third');
  await paused.getByRole('button', { name: 'Resume' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(await rowOfRun(page, /^Chain, success/)).toContain(` · ${await lengthOf(page)}`);
});
