import { expectNoBarrier } from './access.ts';
import { card, downloadText } from './app.ts';
import { readDisk, writeDisk } from './diskFolder.ts';
import { expect, test } from './fixtures.ts';
import { openFolder } from './folder.ts';
import { nameFirst, SOURCE } from './twoTasks.ts';

test('a folder of the disk is written on Save alone, survives a tab that is closed, and is never written over unasked', async ({
  page: first,
  context,
}) => {
  await openFolder(first);
  await expect(first.getByRole('banner').getByText('Saved to flows')).toBeVisible();

  await nameFirst(first, 'Alpha');
  await expect(first.getByRole('banner').getByText('Not yet in flows')).toBeVisible();
  expect((await readDisk(first))['one.yaml']).toBe(SOURCE);
  await first.close();

  const page = await context.newPage();
  const mark = page.getByRole('banner');
  await test.step('the folder is still there in a new tab, with what was not yet saved to it', async () => {
    await page.goto('/');
    await expect(mark.getByText('Not yet in flows')).toBeVisible();
    await expect(card(page, 'a')).toContainText('Alpha');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark.getByText('Saved to flows')).toBeVisible();
    expect((await readDisk(page))['one.yaml']).toBe(SOURCE.replace('  - id: a\n', '  - id: a\n    name: Alpha\n'));
  });

  await test.step('a file that changed outside, too, is merged as it is decided, and never written over unasked', async () => {
    const outside = SOURCE.replace('  - id: a\n', '  - id: a\n    name: Theirs\n').replace(
      '  - id: b\n',
      '  - id: b\n    name: Beta\n',
    );
    await writeDisk(page, 'one.yaml', outside);
    await nameFirst(page, 'Mine');
    await page.keyboard.press('ControlOrMeta+s');
    const dialog = page.getByRole('dialog', { name: '“one.yaml” changed on disk' });
    // What one side alone changed is no question.
    await expect(dialog.getByText('name: Beta')).toBeVisible();
    await expect(dialog.getByRole('button', { name: '1 to decide' })).toBeDisabled();
    await expectNoBarrier(page, dialog);
    expect((await readDisk(page))['one.yaml']).toBe(outside);
    await dialog.getByRole('radio', { name: 'Another text' }).check();
    await dialog.getByRole('textbox', { name: 'Text for conflict 1' }).fill('Ours');
    await dialog.getByRole('button', { name: 'Use both, merged' }).click();
    await expect(card(page, 'a')).toContainText('Ours');
    const merged = outside.replace('Theirs', 'Ours');
    expect(await downloadText(page)).toBe(merged);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark.getByText('Saved to flows')).toBeVisible();
    expect((await readDisk(page))['one.yaml']).toBe(merged);
  });
});
