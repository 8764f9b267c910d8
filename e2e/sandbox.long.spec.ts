import { runBadge, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bringBack, escape, openSandbox } from './sandbox.ts';

test('scripts still run after code that escaped from one tried to reach something', async ({ page }) => {
  const sandbox = await openSandbox(page);
  await sandbox.evaluate(escape, 'http://127.0.0.1:9/leak');
  await sandbox.evaluate(bringBack);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Success in/);
});
