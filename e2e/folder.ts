import { openApp } from './app.ts';
import { provideFolder, writeDisk } from './diskFolder.ts';
import { expect, type Page } from './fixtures.ts';
import { SOURCE } from './twoTasks.ts';

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
