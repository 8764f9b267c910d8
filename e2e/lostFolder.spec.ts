import { test } from './fixtures.ts';
import { fillDisk, openFolder, removeFolder, revokeAndReconnect } from './lostFolder.ts';

test('a folder that is full, no longer allowed or gone is reported, and never shown as holding the files', async ({
  page,
}) => {
  const mark = await openFolder(page);

  await test.step('a permission that is revoked is reported, and given again by a button', async () => {
    await revokeAndReconnect(page, mark);
  });

  await test.step('a file that a full disk does not take is not called saved there', async () => {
    await fillDisk(page, mark);
  });

  await test.step('a folder that is gone is reported', async () => {
    await removeFolder(page, mark);
  });
});
