import { expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar } from './runs.ts';
import { SCRIPTS } from './tools.ts';

test('scripts run in a separate sandbox; one without end stops and affects nothing else', async ({ page }) => {
  await openApp(page);
  await importText(page, 'scripts.yaml', SCRIPTS);
  await startRun(page);
  await expectStatus(page, 'work', 'Success');
  await expectStatus(page, 'endless', 'Running');
  await bar(page).getByRole('button', { name: /^Stop/ }).click();
  await expect(runBadge(page)).toHaveText(/^Cancelled after/);
});
