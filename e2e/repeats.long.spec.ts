import { expectStatus, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { reopenAfterKill } from './repeats.ts';

test('calls that were cut off are told with their times, no idle time counts as work, and what was made again is marked', async () => {
  test.setTimeout(240_000);
  await reopenAfterKill(2_000, async (page, { calls, url }) => {
    const asked = page.getByRole('region', { name: 'Calls that were cut off' });
    await expect(asked).toContainText('2 calls were cut off.');
    await expect(asked).toContainText(`POST ${url}/order`);
    await expect(asked).toContainText(/made at \d+:\d\d:\d\d/);
    expect(calls).toHaveLength(2);
    const folder = process.env['SIGNALBOX_PICTURES'];
    if (folder !== undefined) {
      await page.setViewportSize({ width: 1440, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/asked-${colorScheme}.png` });
      }
    }

    await asked.getByRole('button', { name: 'Send the call of order again' }).click();
    await expect(asked).toContainText('A call was cut off.');
    await asked.getByRole('button', { name: 'Give up on the call of mail' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(calls.toSorted()).toEqual(['/mail', '/order', '/order']);
    await expectStatus(page, 'mail', 'Error');
    await expect(page.getByRole('img', { name: 'Made again' }).first()).toBeAttached();
    await expect(page.getByRole('list', { name: 'Interruptions of the run' })).toContainText('Interrupted for');
    const row = page.getByRole('button', { name: /^order, success.*made again/ });
    await row.click();
    const step = page.getByRole('region', { name: 'Step order' });
    await expect(step.getByText('Made again', { exact: true }).first()).toBeVisible();
    await step.getByRole('tab', { name: /Calls/ }).click();
    await expect(step).toContainText(/was made at .*, again at .*, since a person said so/);
    if (folder !== undefined) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/again-${colorScheme}.png` });
      }
    }
  });
});
