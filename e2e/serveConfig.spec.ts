import { importText, openApp, showSplit } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const ORDERS = 'tasks:\n  - id: first\n    type: map\n    config: { mapping: { a: 1 } }\n';
const CONFIG = 'schedules:\n  nightly:\n    workflow: order\n    cron: "0 3 * * *"\n    overlap: ';

async function openBoth(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'orders.yaml', ORDERS);
  await importText(page, 'signalbox.serve.yaml', CONFIG);
  await expect(page.getByText('What the server does by itself')).toBeVisible();
}

test('what configures a server is checked and completed as that, and does not run', async ({ page }) => {
  await openBoth(page);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit it as text' }).click();
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+Space');
  const choices = page.locator('.suggest-widget.visible .monaco-list-row');
  await expect(choices).toHaveText([/skip.*default/, /queue/, /start/]);
  await page.keyboard.type('que');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /1 error/ }).click();
  await expect(page.getByText('there is no file order.yaml in the folder')).toBeVisible();
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await page.keyboard.press('Escape');
  await expect(page.getByText('there is no file order.yaml in the folder')).toBeHidden();
});

test('no task is put into it', async ({ page }) => {
  await openBoth(page);
  await page.getByRole('button', { name: 'Add a task' }).click();
  await page.getByRole('region', { name: 'Add a task' }).getByRole('button', { name: /^Map/ }).click();
  await expect(page.getByText('This file says what a server does, and has no tasks.')).toBeVisible();
});
