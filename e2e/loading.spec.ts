import type { Route } from '@playwright/test';
import { card, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectFailure, keepBusy, tryAgain } from './loading.ts';

test.use({ loadsAhead: true });

test('a part that cannot be loaded when it is used tells so, and works when it is asked for again', async ({
  page,
  problems,
}) => {
  await keepBusy(page);
  await openApp(page);
  const button = page.getByRole('banner').getByRole('button', { name: 'Export' });
  await page.route('**/MenuPopup-*.js', (route) => route.abort());
  await button.press('Enter');
  await expect(page.getByText(/^The menu did not open\. It could not be loaded\. Check the connection/)).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.unroute('**/MenuPopup-*.js');
  expectFailure(problems);
  const first = page.getByRole('menuitem', { name: 'Download the YAML' });
  if (!(await tryAgain(first, () => button.press('Enter')))) {
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload', exact: true }).first().click();
    await loaded;
    await button.press('Enter');
  }
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  problems.splice(0);
});

test('keys that are pressed before the actions are there act once they are, and tell where they cannot', async ({
  page,
  problems,
}) => {
  await keepBusy(page);
  const held: Route[] = [];
  await page.route('**/contributions-*.js', (route) => void held.push(route));
  await openApp(page);
  await card(page, 'escalate').click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Shift+m');
  await expect(card(page, 'escalate')).toBeVisible();
  await Promise.all(held.map((route) => route.continue()));
  await expect(card(page, 'escalate')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Problems/ })).toBeVisible();
  await page.unroute('**/contributions-*.js');
  await page.route('**/contributions-*.js', (route) => route.abort());
  await page.reload();
  await page.keyboard.press('Control+k');
  await expect(page.getByText(/^That was not done\. It could not be loaded\. Check the connection/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).first().click();
  await download;
  problems.splice(0);
});
