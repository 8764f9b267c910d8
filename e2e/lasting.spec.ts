import { expectSaved, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer, openHistory, state, WAITS } from './runs.ts';

test('a run outlives a reload, and the tab that executes it', async ({ page, context }) => {
  await openApp(page);
  await importText(page, 'waits.yaml', WAITS);
  await startRun(page);
  await expectStatus(page, 'hold', 'Waiting');

  await test.step('it resumes after a reload', async () => {
    await page.reload();
    await expectSaved(page);
    await expect(state(page, /^Waiting/)).toBeVisible();
    await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
  });

  const second = await context.newPage();
  await test.step('a second tab watches it, and executes it once the first is closed', async () => {
    await second.goto('/');
    await (await openHistory(second)).getByRole('button', { name: /^Waits, (running|waiting for signal go)/ }).click();
    const banner = second.getByText('Another tab executes this run.');
    await expect(banner).toBeVisible();
    await expectStatus(second, 'hold', 'Waiting');
    await page.close();
    await expect(banner).toBeHidden();
  });

  await drawer(second)
    .getByRole('button', { name: /^hold, waiting/ })
    .click();
  await drawer(second).getByRole('button', { name: 'Send signal' }).click();
  await expect(state(second, /^Success in/)).toBeVisible();
});
