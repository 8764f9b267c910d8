import { expect, test } from './fixtures.ts';
import { openFolder } from './lostFolder.ts';
import { alert, type } from './storage.ts';

test('a folder that is full, no longer allowed or gone is reported, and never shown as holding the files', async ({
  page,
}) => {
  const mark = await openFolder(page);

  await test.step('a permission that is revoked is reported, and given again by a button', async () => {
    await page.evaluate(() => Object.assign((globalThis as unknown as { access: object }).access, { state: 'prompt' }));
    await expect(alert(page, /folder flows.*no longer let/)).toBeVisible();
    await expect(mark).toHaveCount(0);
    await alert(page, /folder flows/)
      .getByRole('button', { name: 'Reconnect' })
      .click();
    await expect(mark).toBeVisible();
  });

  await test.step('a file that a full disk does not take is not called saved there', async () => {
    await page.evaluate(() => {
      const { write } = FileSystemWritableFileStream.prototype;
      FileSystemWritableFileStream.prototype.write = function (...given) {
        return 'isFree' in globalThis
          ? write.apply(this, given)
          : Promise.reject(new DOMException('full', 'QuotaExceededError'));
      };
    });
    await type(page, '#');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(/no room left.*one\.yaml|one\.yaml.*no room left/).first()).toBeVisible();
    await expect(mark).toHaveCount(0);
    await page.evaluate(() => Object.assign(globalThis, { isFree: true }));
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark).toBeVisible();
  });

  await test.step('a folder that is gone is reported', async () => {
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('flows', { recursive: true }));
    await expect(alert(page, /folder flows/)).toBeVisible();
    await expect(mark).toHaveCount(0);
  });
});
