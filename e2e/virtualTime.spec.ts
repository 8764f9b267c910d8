import { importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, sendSignal } from './runs.ts';
import { runUntilPause, skipPause } from './skipWait.ts';
import { askForVirtualTime, LONG, runUntilSignal } from './virtualTime.ts';

test('one wait of a run is skipped by its button, or all but a signal pass at once by a switch of its form, and are marked', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'long.yaml', LONG);
  await test.step('a wait of two days is skipped, and its step and card say so', async () => {
    await skipPause(page, await runUntilPause(page));
    await bar(page).getByRole('button', { name: 'Stop' }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  });
  await test.step('with the switch all waits pass at once, the last one after the answer to a signal', async () => {
    await runUntilSignal(page, await askForVirtualTime(page));
    await sendSignal(page, 'hold');
    await expect(runBadge(page)).toHaveText(/^Success in 2 d 3 h/);
  });
});
