import { expect, test } from './fixtures.ts';
import { fillDisk, openFolder, removeFolder, revokeAndReconnect } from './lostFolder.ts';
import { type } from './storage.ts';

test('a folder that is gone, locked, full or no longer allowed is reported, and never shown as holding the files', async ({
  page,
}) => {
  const mark = await openFolder(page);

  await test.step('a permission for a folder that is revoked is reported, and Save works again once it is given', async () => {
    await revokeAndReconnect(page, mark);
  });

  await test.step('a disk that is full is reported when a file is saved to its folder', async () => {
    await fillDisk(page, mark);
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
    await removeFolder(page, mark);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark).toHaveCount(0);
  });
});
