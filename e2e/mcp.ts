import { expect, type Page } from './fixtures.ts';

/** The key of the server. */
export const TOKEN = 'desk-token-77';

/** Sets the server up as `desk`, with its key as a variable. */
export async function setUp(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add an MCP server' }).click();
  await page.getByLabel('Name of the server').fill('desk');
  await page.keyboard.press('Enter');
  await page.getByLabel('Address of desk').fill(url);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add a header to desk' }).click();
  await page.getByLabel('Name of a header of desk').fill('Authorization');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Value of Authorization of desk')).toBeFocused();
  await page.getByLabel('Value of Authorization of desk').fill('Bearer {{ env.DESK_TOKEN }}');
  await page.keyboard.press('Enter');
}

/** Makes its key a secret and asks for the tools; the value and the address are asked for then. */
export async function showTools(page: Page): Promise<void> {
  await expect(page.getByText('DESK_TOKEN is not set.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show tools' })).toBeDisabled();
  await page.getByRole('button', { name: 'DESK_TOKEN', exact: true }).click();
  await page.getByRole('button', { name: 'Show tools' }).click();
  const asked = page.getByRole('dialog', { name: 'DESK_TOKEN is needed' });
  await asked.getByRole('textbox', { name: 'Value of DESK_TOKEN' }).fill(TOKEN);
  await asked.getByRole('button', { name: 'Use it' }).click();
  await page
    .getByRole('dialog', { name: /^May DESK_TOKEN go to http:/ })
    .getByRole('button', { name: 'Always allow' })
    .click();
  await expect(page.getByRole('list', { name: 'Tools of desk' })).toContainText('mcp:desk/add');
}
