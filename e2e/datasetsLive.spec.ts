import { expectNoBarrier } from './access.ts';
import { importText, openApp } from './app.ts';
import { flowTo, listOf, serveSorter, TESTS } from './datasetsLive.ts';
import { expect, test } from './fixtures.ts';
import { command } from './runs.ts';

test('a dataset asks for real only within a budget and once it is trusted; what was asked is kept over a reload', async ({
  page,
}) => {
  const sorter = await serveSorter();
  const { requests } = sorter;
  await openApp(page);
  await importText(page, 'mails.yaml', flowTo(sorter));
  await importText(page, 'mails.test.yaml', TESTS);
  await command(page, 'Tests');
  const list = listOf(page);
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByText('2 without an answer')).toBeVisible();
  expect(requests).toEqual([]);

  await list.getByRole('button', { name: 'Ask for real…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for real: mails' });
  await expectNoBarrier(page, dialog);
  await dialog.getByRole('textbox', { name: 'Most calls' }).fill('1');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  const trust = page.getByRole('dialog', { name: /^Trust/ });
  await expect(trust).toContainText('mails.test.yaml');
  expect(requests).toEqual([]);
  await trust.getByRole('button', { name: 'Trust and continue' }).click();
  await expect(list.getByText('1 asked, 1 without an answer')).toBeVisible();
  expect(requests).toHaveLength(1);

  // What is left is asked, and nothing else.
  await list.getByRole('button', { name: 'Ask for real…' }).click();
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(list.getByText('1 asked, 1 kept')).toBeVisible();
  expect(requests).toHaveLength(2);
  // The panel is open again by itself.
  await page.reload();
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByText('2 kept')).toBeVisible();
  await expect(list.getByRole('status')).toHaveText('2 rows × 1 variant, all passed');
  expect(requests).toHaveLength(2);
  await sorter.server.close();
});
