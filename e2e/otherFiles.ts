import { card, downloadText, openFile, showSplit } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** What configures a server: its schedule is for a file that is not there, and its last value is still to be written. */
export const CONFIG = 'schedules:\n  nightly:\n    workflow: order\n    cron: "0 3 * * *"\n    overlap: ';

/** Two tasks, one after the other. */
export const TWO =
  'tasks:\n  - id: first\n    type: basic\n    on_success: { next: second }\n  - id: second\n    type: basic\n';

/** Shows the text of the open file, which has no canvas, with the keys at its end. */
export async function editAsText(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Edit (it )?as text$/ }).click();
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  return editor;
}

/** What the editor proposes after its key, from the top. */
export async function askToComplete(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+Space');
  return page.locator('.suggest-widget.visible .monaco-list-row');
}

/** Saves the run on screen as a test by the command palette, with keys alone, and then opens the file of it. */
export async function saveAsTest(page: Page, file: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByPlaceholder(/^Type an action/)).toBeFocused();
  await page.keyboard.type('save as test');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Saved as the test “/)).toBeVisible();
  await openFile(page, file);
  await expect(page.getByRole('table').getByRole('row', { name: /Passed/ })).toBeVisible();
}

/** Completes a list of the tests in `two.test.yaml` by the second task of {@link TWO}; answers with the text. */
export async function completeSecond(page: Page): Promise<string> {
  await expect(await askToComplete(page)).toHaveText([/first/, /second/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  return downloadText(page);
}

/** From the second task as the tests name it, just before the end of the line, to that task: renamed there, it is renamed in both files. */
export async function renameSecond(page: Page, editor: Locator, tests: string): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F12');
  await expect(page.getByRole('region', { name: 'Source' })).toContainText('two.yaml');
  await page.keyboard.press('F2');
  const box = page.getByRole('textbox', { name: 'New name of the task' });
  await expect(box).toHaveValue('second');
  await box.fill('last');
  await page.keyboard.press('Enter');
  await expect(card(page, 'last')).toBeVisible();
  expect(await downloadText(page)).toBe(TWO.replaceAll('second', 'last'));
  await openFile(page, 'two.test.yaml');
  expect(await downloadText(page)).toBe(tests.replaceAll('second', 'last'));
}
