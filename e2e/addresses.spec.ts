import { card, expectSaved, importText } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, command, drawer, openChain, state, WAITS } from './runs.ts';

test('a place has an address: kept over a reload, led through by Back and Forward, and told where it leads nowhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChain(page);
  await bar(page).getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(state(page, /^Success in/)).toBeVisible();
  await expect(page).toHaveURL(/#\/chain\.yaml\?run=[^&]+$/);
  await card(page, 'second').click();
  await expect(page).toHaveURL(/#\/chain\.yaml\?run=[^&]+&step=\d+$/);
  await command(page, 'Copy address');
  await expect(page.getByText(/^Copied the address of this run/)).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(page.url());

  await importText(page, 'waits.yaml', WAITS);
  await expect(page).toHaveURL(/#\/waits\.yaml/);
  await page.goBack();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await page.goForward();
  await expect(page).toHaveTitle(/^waits\.yaml/);
  await page.goBack();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await expectSaved(page);

  await page.reload();
  await expect(state(page, /^Success in/)).toBeVisible();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await expect(drawer(page).getByRole('region', { name: 'Step second' })).toBeVisible();

  await page.goto(address.replace(/#.*/, '#/gone.yaml?run=nobody'));
  await expect(page.getByText(/^The run of this address is not here\./)).toBeVisible();
  await page.getByRole('button', { name: 'Show runs' }).click();
  await expect(page.getByRole('list', { name: 'Runs, newest first' })).toBeVisible();
});
