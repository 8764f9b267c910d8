import { expectNoBarrier } from './access.ts';
import { card, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { command, state } from './runs.ts';

export function testsPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Tests', exact: true });
}

export async function openTests(page: Page): Promise<Locator> {
  await command(page, 'Tests');
  const panel = testsPanel(page);
  await expect(panel).toBeVisible();
  return panel;
}

/** Runs the workflow that is open and saves that as its first test, which is played beside it: one action after the run. */
export async function saveAsFirstTest(page: Page): Promise<void> {
  await startRun(page);
  await expect(state(page, /^Success in/)).toBeVisible();
  await command(page, 'Save as test');
  await expect(page.getByText(/^Saved as the test “[^”]+” in chain\.test\.yaml\.$/)).toBeVisible();
  const panel = testsPanel(page);
  await expect(panel.getByText('success, only first → second → third')).toBeVisible();
  await expect(card(page, 'third')).toBeVisible();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
}

/** Updates the expectations of the test “counts to four” by keys alone, after a look at the difference. */
export async function updateByKeys(page: Page, difference: string): Promise<void> {
  const panel = testsPanel(page);
  const failed = panel.getByRole('listitem').filter({ hasText: 'counts to four' }).first();
  await failed.getByRole('button', { name: 'Update expectations…' }).press('Enter');
  const preview = panel.getByRole('group', { name: 'New expectations of “counts to four”' });
  await expect(preview.getByRole('group', { name: 'Difference' })).toContainText(difference);
  await expectNoBarrier(page, panel);
  await expect(preview.getByRole('button', { name: 'Update test' })).toBeFocused();
  await page.keyboard.press('Enter');
}
