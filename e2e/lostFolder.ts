import { openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { alert, SOURCE, type } from './storage.ts';

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

/** Takes the permission for the folder away, asserts that this is reported, and gives it again by the button. */
export async function revokeAndReconnect(page: Page, mark: Locator): Promise<void> {
  await page.evaluate(() => Object.assign((globalThis as unknown as { access: object }).access, { state: 'prompt' }));
  await expect(alert(page, /folder flows.*no longer let/)).toBeVisible();
  await expect(mark).toHaveCount(0);
  await alert(page, /folder flows/)
    .getByRole('button', { name: 'Reconnect' })
    .click();
  await expect(mark).toBeVisible();
}

/** Saves to a disk that is full, asserts that this is reported, and saves once more when it has room. */
export async function fillDisk(page: Page, mark: Locator): Promise<void> {
  await page.evaluate(() => {
    const prototype = FileSystemWritableFileStream.prototype;
    Object.assign(globalThis, { write: prototype.write });
    prototype.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  });
  await type(page, '#');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(/no room left.*one\.yaml|one\.yaml.*no room left/).first()).toBeVisible();
  await expect(mark).toHaveCount(0);
  await page.evaluate(() => {
    FileSystemWritableFileStream.prototype.write = (
      globalThis as unknown as { write: FileSystemWritableFileStream['write'] }
    ).write;
  });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(mark).toBeVisible();
}

/** Removes the folder from the disk, and asserts that this is reported. */
export async function removeFolder(page: Page, mark: Locator): Promise<void> {
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('flows', { recursive: true }));
  await expect(alert(page, /folder flows/)).toBeVisible();
  await expect(mark).toHaveCount(0);
}
