import { card, expectSaved, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { forgetLostRequests } from './offline.ts';
import { expectKept, Host } from './releases.ts';
import { WAITS } from './runs.ts';

test.use({ serviceWorkers: 'allow', loadsAhead: true });

test('after one visit the app opens and runs without its server', async ({ page, problems }) => {
  const host = new Host();
  try {
    await host.start();
    await openApp(page, host.address);
    await importText(page, 'waits.yaml', WAITS);
    await expectSaved(page);
    await expectKept(page);
    await host.stop();
    await page.reload();
    await expect(card(page, 'hold')).toBeVisible();
    await startRun(page);
    await expectStatus(page, 'hold', 'Waiting');
  } finally {
    await host.remove();
    forgetLostRequests(problems);
  }
});
