import { openApp } from './app.ts';
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
