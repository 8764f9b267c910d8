import { openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { SOURCE } from './storage.ts';

/** Opens a folder of the page's private file system in place of one that the user would choose. */
export async function openFolder(page: Page): Promise<Locator> {
  await page.addInitScript(() => {
    const access = { state: 'granted' };
    Object.assign(globalThis, {
      access,
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('flows', { create: true }),
    });
    const handle = FileSystemHandle.prototype as unknown as Record<string, () => Promise<string>>;
    handle['queryPermission'] = async () => access.state;
    // Asked by a click, the user grants it.
    handle['requestPermission'] = async () => (access.state = 'granted');
  });
  await openApp(page);
  await page.evaluate(async (text) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('flows', { create: true });
    const inner = await folder.getDirectoryHandle('sub', { create: true });
    for (const directory of [folder, inner]) {
      const stream = await (await directory.getFileHandle('one.yaml', { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    }
  }, SOURCE);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: /^Open a folder/ }).click();
  const mark = page.getByRole('banner').getByText('Saved to flows');
  await expect(mark).toBeVisible();
  return mark;
}
