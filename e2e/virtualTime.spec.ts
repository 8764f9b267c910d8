import { importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { sendSignal } from './runs.ts';
import { askForVirtualTime, LONG, runUntilSignal } from './virtualTime.ts';

test('waits of a run pass at once by a switch of its form, all but a signal, and the run is marked', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'long.yaml', LONG);
  await runUntilSignal(page, await askForVirtualTime(page));

  // After the answer the last wait passes at once, too.
  await sendSignal(page, 'hold');
  await expect(runBadge(page)).toHaveText(/^Success in 2 d 3 h/);
});
