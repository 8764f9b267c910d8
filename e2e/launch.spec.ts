import { card, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectWrittenBySave, holdLaunches, launch, read, write } from './launch.ts';
import { WAITS } from './runs.ts';

test('a file that the system opens is asked about before it runs, and saved where it lies, but never over what another program wrote', async ({
  page,
}) => {
  await holdLaunches(page);
  await openApp(page);
  await write(page, 'mine.yaml', WAITS);
  await launch(page, 'mine.yaml');
  await expect(page).toHaveTitle(/^mine\.yaml/);
  await expect(card(page, 'hold')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog', { name: 'Trust “mine.yaml”?' })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('Save writes to it, and nothing else does', () => expectWrittenBySave(page));

  await test.step('what another program wrote meanwhile is neither written over nor lost', async () => {
    const theirs = WAITS.replace('name: Waits', 'name: Theirs');
    await write(page, 'mine.yaml', theirs);
    await page.keyboard.type(' two');
    await page.keyboard.press('ControlOrMeta+s');
    const dialog = page.getByRole('dialog', { name: '“mine.yaml” changed on disk' });
    await expect(dialog).toBeVisible();
    expect(await read(page, 'mine.yaml')).toBe(theirs);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => read(page, 'mine.yaml').catch(() => null)).toBe(`${WAITS}# one two`);
  });
});
