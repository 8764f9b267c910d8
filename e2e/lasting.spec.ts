import { expectSaved, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { holdStorage } from './fullEngine.ts';
import { drawer, openHistory, state, WAITS } from './runs.ts';

test('a run outlives a reload, the tab that executes it and a full disk', async ({ page, context }) => {
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
  const setFull = await holdStorage(second);
  await test.step('a second tab watches it, and executes it once the first is closed', async () => {
    await second.goto('/');
    await (await openHistory(second)).getByRole('button', { name: /^Waits, (running|waiting for signal go)/ }).click();
    const banner = second.getByText('Another tab executes this run.');
    await expect(banner).toBeVisible();
    await expectStatus(second, 'hold', 'Waiting');
    await page.close();
    await expect(banner).toBeHidden();
  });

  await test.step('it is blocked while the storage is full, says so, and goes on once there is room', async () => {
    await drawer(second)
      .getByRole('button', { name: /^hold, waiting/ })
      .click();
    await setFull(true);
    await drawer(second).getByRole('button', { name: 'Send signal' }).click();
    const alert = second.getByRole('alert').filter({ hasText: 'The run is blocked' });
    await expect(alert).toContainText('storage for Signalbox is full');
    await expect(alert.getByRole('button', { name: 'Export the run' })).toBeEnabled();
    await setFull(false);
    await expect(alert).toBeHidden();
    await expect(state(second, /^Success in/)).toBeVisible();
  });
});
