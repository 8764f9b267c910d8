import { card, expectStatus, runBadge, trustFile } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { bar, drawer, openResult } from './runs.ts';

/** A task that fails, which is handled, and the one that its handler leads to. */
export const BROKEN = `  - id: broken
    type: basic
    use: core:raise
    with: { code: EXECUTION_ERROR, message: It was meant to be }
    on_error: { next: after }
  - id: after
    type: basic
`;

/** Opens the form of a run, which asks for the level that is missing, and gives it. */
export async function giveLevel(page: Page): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'Run' }).click();
  await trustFile(page);
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(form.getByText('A value is required')).toBeVisible();
  await form.getByRole('combobox', { name: /^Level/ }).click();
  await page.getByRole('option', { name: 'low' }).click();
  return form;
}

/** Counts to seven in the form, and begins the run by its key. */
export async function countAndBegin(page: Page, form: Locator): Promise<void> {
  await form.getByRole('textbox', { name: 'Count' }).fill('7');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form).toBeHidden();
}

/** Sends the signal to the step `approve`, which is chosen: its card is, too, and the run comes to its end. */
export async function approve(page: Page): Promise<void> {
  await expect(card(page, 'approve')).toHaveClass(/selected/);
  await drawer(page).getByRole('textbox', { name: 'Waits for the signal approve' }).fill('{"by": "Ada"}');
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/** These tasks have succeeded, {@link BROKEN} has failed and was handled, and `never` was not reached. */
export async function expectEnds(page: Page, succeeded: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Fit everything' }).click();
  for (const id of succeeded) await expectStatus(page, id, 'Success');
  await expectStatus(page, 'broken', 'Handled error');
  await expectStatus(page, 'never', 'Skipped');
}

/** The output of the run says what was counted. */
export async function expectCounted(page: Page): Promise<void> {
  const output = (await openResult(page)).getByRole('region', { name: 'Output of the run' });
  await expect(output.getByRole('treeitem', { name: /^count:? ?7$/ })).toBeVisible();
}
