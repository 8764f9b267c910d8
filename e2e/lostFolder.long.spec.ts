import { openApp } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { alert, SOURCE, type } from './storage.ts';

/** Opens a folder of the page's private file system in place of one that the user would choose. */
async function openFolder(page: Page): Promise<Locator> {
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

test('a folder that is gone, locked, full or no longer allowed is reported, and never shown as holding the files', async ({
  page,
}) => {
  const mark = await openFolder(page);

  await test.step('a permission for a folder that is revoked is reported, and Save works again once it is given', async () => {
    await page.evaluate(() => Object.assign((globalThis as unknown as { access: object }).access, { state: 'prompt' }));
    await expect(alert(page, /no longer lets .* the folder flows/)).toBeVisible();
    await expect(mark).toHaveCount(0);
    await alert(page, /folder flows/)
      .getByRole('button', { name: 'Reconnect' })
      .click();
    await expect(mark).toBeVisible();
  });

  await test.step('a disk that is full is reported when a file is saved to its folder', async () => {
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
  });

  await test.step('a file whose folder is gone is not said to be saved there', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /\.yaml$/ })
      .click();
    await page.getByRole('menuitem', { name: 'sub/one.yaml', exact: true }).click();
    await type(page, '#');
    await page.evaluate(() => {
      const { getDirectoryHandle } = FileSystemDirectoryHandle.prototype;
      FileSystemDirectoryHandle.prototype.getDirectoryHandle = function (name, options) {
        return name === 'sub' && !('isFree' in globalThis)
          ? Promise.reject(new DOMException('locked', 'NoModificationAllowedError'))
          : getDirectoryHandle.call(this, name, options);
      };
    });
    await page.keyboard.press('ControlOrMeta+s');
    await expect(
      page
        .getByText(/sub\/one\.yaml/)
        .and(page.getByText(/could not/))
        .first(),
    ).toBeVisible();
    await expect(mark).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => Object.assign(globalThis, { isFree: true }));
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark).toBeVisible();
  });

  await test.step('a folder that is gone is reported within a second, and is not shown as holding the files', async () => {
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('flows', { recursive: true }));
    await expect(alert(page, /folder flows/)).toBeVisible();
    await expect(mark).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark).toHaveCount(0);
  });
});
