import { openApp } from './app.ts';
import { expectResponsive, importRun, makeExport } from './exportedRuns.ts';
import { expect, test } from './fixtures.ts';
import { openHistory } from './runs.ts';

test('an imported run that is not sound is refused with a message, and the page answers', async ({ page }) => {
  await openApp(page);
  const panel = await openHistory(page);
  await importRun(page, panel, makeExport({ start: { at: undefined } }));
  await expect(page.getByText(/input 1 \(run\.started\).*“at”/).first()).toBeVisible();
  await expect(panel.getByText('No runs yet')).toBeVisible();
  await expectResponsive(page);
});
