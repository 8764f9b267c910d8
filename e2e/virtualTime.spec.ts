import { expectStatus, importText, openApp, runBadge, trustFile } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, drawer, state } from './runs.ts';
import { LONG } from './virtualTime.ts';

test('waits of a run pass at once by a switch of its form, all but a signal, and the run is marked', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'long.yaml', LONG);
  await bar(page).getByRole('button', { name: 'Run' }).click();
  await trustFile(page);
  const form = page.getByRole('dialog');
  const toggle = form.getByRole('switch', { name: 'Virtual time' });
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked();
  await form.getByRole('button', { name: 'Run', exact: true }).click();

  // A person is waited for: two days, an hour and an hour have passed until then.
  await expectStatus(page, 'hold', 'Waiting');
  await expectStatus(page, 'late', 'Cancelled');
  await expect(state(page, /^Virtual time$/)).toBeVisible();

  // After the answer the last wait passes at once, too.
  await drawer(page)
    .getByRole('button', { name: /^hold, waiting/ })
    .click();
  await page.getByRole('region', { name: 'Step hold' }).getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in 2 d 3 h/);
});
