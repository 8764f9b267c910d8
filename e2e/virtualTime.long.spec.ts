import { readFileSync } from 'node:fs';
import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, command, drawer, openHistory, sendSignal, state } from './runs.ts';
import { askForVirtualTime, LONG, runUntilSignal } from './virtualTime.ts';

test('waits of a run pass at once by a switch of its form, all but a signal, and the run is marked wherever it is shown', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'long.yaml', LONG);

  await test.step('a run without the switch takes its time, and is not marked', async () => {
    await startRun(page);
    await expectStatus(page, 'pause', 'Waiting');
    await expect(state(page, /^Virtual time$/)).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  });

  const form = await askForVirtualTime(page);
  await expect(form.getByText(/Pause when models/)).toHaveCount(0);
  await expectNoBarrier(page, form);
  await runUntilSignal(page, form);
  await expect(card(page, 'pause').getByText('Hurried')).toBeVisible();
  await expect(card(page, 'pause')).toContainText('2 d');
  await expect(card(page, 'hold')).toContainText(/23:\d\d:\d\d left|1 d 0 h left/);
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(
    drawer(page)
      .getByText(/^Virtual time: 1 d passed at once, as pause waited$/)
      .first(),
  ).toBeVisible();

  // The command turns it off while the run is under way: the last wait takes its time, until it is on again.
  await command(page, 'Turn virtual time on or off');
  await expect(page.getByText(/Virtual time is off/)).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await sendSignal(page, 'hold');
  await expectStatus(page, 'more', 'Waiting');
  await command(page, 'Turn virtual time on or off');
  await expect(runBadge(page)).toHaveText(/^Success in 2 d 3 h/);

  // Marked in the history, and once it was read again.
  const history = await openHistory(page);
  await expect(history.getByRole('button', { name: /^Long, success, .*virtual time/ })).toBeVisible();
  await page.reload();
  await expect(state(page, /^Virtual time$/)).toBeVisible();
  await expect(runBadge(page)).toHaveText(/^Success in 2 d 3 h/);

  // So it is in the table of all runs, and in its report.
  await command(page, 'All runs as a table');
  const table = page.getByRole('dialog', { name: 'All runs' });
  await expect(table.getByRole('img', { name: 'virtual time' })).toBeVisible();
  await page.keyboard.press('Escape');
  await command(page, 'Save the run as a report…');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toMatch(
    /Virtual time<\/\w+>\s*<\w+[^>]*>2 d \d+ h passed at once/,
  );
});
