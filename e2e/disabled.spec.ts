import { enable, runDisabled } from './disabled.ts';
import { test } from './fixtures.ts';

test('D disables a task, which is drawn so, calls nothing in a run, and is enabled by D again', async ({ page }) => {
  await runDisabled(page);
  await enable(page);
});
