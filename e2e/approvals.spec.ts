import { expectNoBarrier } from './access.ts';
import { card, expectStatus, openFile, runBadge, showNewRun, startRun } from './app.ts';
import { openOrder } from './approvals.ts';
import { expect, test } from './fixtures.ts';
import { bar } from './runs.ts';

test('a waiting run is answered in the form that its card opens, or by a button on the card', async ({ page }) => {
  await test.step('what does not fit is refused beside its field, and an answer that fits lets the run go on', async () => {
    const dialog = await openOrder(page);
    await expectNoBarrier(page, dialog);
    await dialog.getByLabel('Count (required)').fill('0');
    await dialog.getByRole('button', { name: 'Send signal' }).click();
    await expect(dialog.getByLabel('Count (required)')).toHaveAccessibleDescription('Must be at least 1');
    await expect(dialog.getByLabel('Size (required)')).toHaveAccessibleDescription('A value is required');
    await dialog.getByLabel('Count (required)').fill('3');
    await dialog.getByLabel('Size (required)').click();
    await page.getByRole('option', { name: 'large' }).click();
    await dialog.getByLabel('City (required)').fill('Oslo');
    await dialog.getByRole('button', { name: 'Send signal' }).click();
    await expect(dialog).toBeHidden();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });
  await test.step('a yes or no is counted in the bar, and answered on its card', async () => {
    await openFile(page, 'purchase-approval.yaml');
    await showNewRun(page, () => startRun(page));
    await expectStatus(page, 'approval', 'Waiting');
    await expect(bar(page).getByRole('button', { name: '1 waits for an answer' })).toBeVisible();
    await card(page, 'approval').getByRole('button', { name: 'Decline Wait for approval' }).click();
    await expectStatus(page, 'decline', 'Success');
    await expectStatus(page, 'order', 'Skipped');
  });
});
