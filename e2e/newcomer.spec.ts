import { openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { breakAndRepair, buildApproval, runApproval } from './newcomer.ts';
import { bar } from './runs.ts';

test('a newcomer builds an approval on the canvas alone, runs it, and repairs it by a quick fix once it is broken', async ({
  page,
}) => {
  await openApp(page);
  let built = '';

  await test.step('tasks are added by keys at the end of the chain', async () => {
    built = await buildApproval(page);
  });

  await test.step('it runs, and goes on with the answer', () => runApproval(page));

  await test.step('an error is found and repaired by its quick fix', () => breakAndRepair(page, built));

  await test.step('the question of trust has its focus on the safe answer', async () => {
    const dialog = page.getByRole('dialog');
    await bar(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
});
