import { card, expectSaved, expectStatus, importText, openApp, showSplit, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectNothingLost, forgetLostRequests, offer, typeLastLine, useNow } from './offline.ts';
import { expectKept, Host, lookForVersion, versionOf } from './releases.ts';
import { WAITS } from './runs.ts';

test.use({ serviceWorkers: 'allow', loadsAhead: true });

test('after one visit the app opens, edits and runs without its server; a new version waits, and loses neither run nor edit', async ({
  page,
  problems,
}) => {
  const host = new Host();
  try {
    await host.start();
    await openApp(page, host.address);
    await importText(page, 'waits.yaml', WAITS);
    await expectSaved(page);
    await expectKept(page);
    const before = await versionOf(page);

    await test.step('without its server it opens, and runs', async () => {
      await host.stop();
      await page.reload();
      await expect(card(page, 'hold')).toBeVisible();
      await startRun(page);
      await expectStatus(page, 'hold', 'Waiting');
    });

    await test.step('a new version waits: the text is edited by the one that is kept, though the host has its parts no longer', async () => {
      await host.start();
      host.deploy('second0version00');
      await lookForVersion(page);
      await expect(offer(page)).toBeVisible();
      await expectStatus(page, 'hold', 'Waiting');
      // Monaco, which no page had loaded before.
      const editor = await showSplit(page);
      expect(await versionOf(page)).toBe(before);
      await typeLastLine(page, editor);
    });

    await test.step('it is used when the person says so, and goes on with the run and the text', async () => {
      await useNow(page, 'second0version00');
      await expectNothingLost(page);
    });
  } finally {
    await host.remove();
    forgetLostRequests(problems);
  }
});
