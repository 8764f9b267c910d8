import { expectNoBarrier } from './access.ts';
import { runBadge } from './app.ts';
import { failureOf, mendByKeys, run, startByKeys, tabTo, write } from './decideByKeys.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

test('by keys alone: an error that pauses is mended and tried again, an approval refused and given, the run found again after a reload, and repeated', async ({
  page,
}) => {
  await startByKeys(page);
  const failure = failureOf(page);
  await expectNoBarrier(page, failure);
  await mendByKeys(page);

  const dialog = page.getByRole('dialog', { name: 'How many?' });
  await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  await tabTo(page, dialog.getByLabel('Count (required)'));
  await write(page, '0');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Count (required)')).toHaveAccessibleDescription('Must be at least 1');
  await expectNoBarrier(page, dialog);
  await tabTo(page, dialog.getByLabel('Count (required)'));
  await write(page, '3');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(runBadge(page)).toHaveText(/^Success in/);

  const before = page.url();
  await page.reload();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(page.url()).toBe(before);
  await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));

  // With the same input it fails for the same reason, and the error goes its way.
  await run(page, 'Run again with the input of this run');
  await expect(failure).toContainText('charge failed.');
  expect(page.url()).not.toBe(before);
  await tabTo(page, failure.getByRole('button', { name: 'Change its input…' }));
  await page.keyboard.press('Enter');
  await expect(failure.getByRole('textbox', { name: 'Input of charge, as JSON' })).toHaveValue(/"Grace"/);
  await tabTo(page, failure.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await expect(runBadge(page)).toHaveText(/^Failed after/);
});
