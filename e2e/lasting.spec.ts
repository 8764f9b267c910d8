import { expect, test } from './fixtures.ts';
import { finish, reloadAndResume, runUntilSignal, watchHere } from './lasting.ts';

test('a run outlives a reload, and the tab that executes it', async ({ page, context }) => {
  await runUntilSignal(page);

  await test.step('it resumes after a reload', async () => {
    await reloadAndResume(page);
  });

  const second = await context.newPage();
  await test.step('a second tab watches it, and executes it once the first is closed', async () => {
    const banner = await watchHere(second);
    await page.close();
    await expect(banner).toBeHidden();
  });

  await finish(second);
});
