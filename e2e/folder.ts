import { card, openApp } from './app.ts';
import { provideFolder, writeDisk } from './diskFolder.ts';
import { expect, type Page } from './fixtures.ts';

/** Two tasks. */
export const SOURCE = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';

/** Opens a folder with two files. */
export async function openFolder(page: Page): Promise<void> {
  await provideFolder(page);
  await openApp(page);
  await writeDisk(page, 'two – ä #1.yml', SOURCE.replace('id: a', 'id: zwei'));
  await writeDisk(page, 'one.yaml', SOURCE);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: /^Open a folder/ }).click();
  await expect(page).toHaveTitle(/^one\.yaml/);
}

/** Gives the first task a name by its form. */
export async function nameFirst(page: Page, name: string): Promise<void> {
  await card(page, 'a').click();
  const field = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(name);
  await field.press('Enter');
}
