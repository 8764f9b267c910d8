import { expect, type Locator, type Page } from './fixtures.ts';

/** Gives the task that is selected an id that another has, and asserts that this is refused and the field has the old one. */
export async function expectTakenIdRefused(page: Page, inspector: Locator, old: string): Promise<void> {
  const id = inspector.getByRole('textbox', { name: 'ID', exact: true });
  await id.fill('store');
  await id.press('Enter');
  await expect(page.getByText(/already a task “store”/)).toBeVisible();
  await expect(id).toHaveValue(old);
}

/** Opens the form of the agent, and asserts that a temperature that is no number is refused. */
export async function expectNoNumberRefused(page: Page, inspector: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
  await page
    .getByRole('button', { name: /^triage/ })
    .first()
    .click();
  await inspector.getByLabel('Temperature').fill('hot');
  await page.keyboard.press('Tab');
  await expect(inspector.getByText(/Enter a number/)).toBeVisible();
}
