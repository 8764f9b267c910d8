import { card, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectWrittenBySave, holdLaunches, launch, mark, read, type, write } from './launch.ts';
import { WAITS } from './runs.ts';

test.beforeEach(({ page }) => holdLaunches(page));

test('a file that the system opens is saved where it lies, and neither written over nor lost', async ({ page }) => {
  await openApp(page);

  await test.step('a file that the system opens is asked about before it runs, and Save writes to it, also after a reload', async () => {
    await write(page, 'mine.yaml', WAITS);
    await launch(page, 'mine.yaml');
    await expect(page).toHaveTitle(/^mine\.yaml/);
    await expect(mark(page, 'Saved to your file')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    const question = page.getByRole('dialog', { name: 'Trust “mine.yaml”?' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');

    await expectWrittenBySave(page);

    await page.reload();
    await expect(mark(page, 'Saved to your file')).toBeVisible();
    await type(page, ' two');
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => read(page, 'mine.yaml').catch(() => null)).toBe(`${WAITS}# one two`);
    // Opened again it is the same file, not a second one.
    await launch(page, 'mine.yaml');
    await expect(page.getByText('mine-2.yaml')).toHaveCount(0);
  });

  await test.step('what another program wrote meanwhile is neither written over nor lost', async () => {
    await write(page, 'theirs.yaml', WAITS);
    await launch(page, 'theirs.yaml');
    await expect(card(page, 'hold')).toBeVisible();
    const theirs = WAITS.replace('name: Waits', 'name: Theirs');
    await write(page, 'theirs.yaml', theirs);
    await type(page, '# mine');
    await page.keyboard.press('ControlOrMeta+s');
    const dialog = page.getByRole('dialog', { name: '“theirs.yaml” changed on disk' });
    await expect(dialog).toBeVisible();
    expect(await read(page, 'theirs.yaml')).toBe(theirs);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(mark(page, 'Not yet in your file')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => read(page, 'theirs.yaml').catch(() => null)).toBe(`${WAITS}# mine`);
    await expect(mark(page, 'Saved to your file')).toBeVisible();

    // Nothing was changed here since: what they write next is taken as it is opened again.
    await write(page, 'theirs.yaml', theirs);
    await launch(page, 'theirs.yaml');
    await expect(page.getByRole('textbox', { name: /YAML/ })).toBeAttached();
    await expect(page.getByText('name: Theirs').first()).toBeVisible();
    await expect(page).toHaveTitle(/^theirs\.yaml/);
  });

  await test.step('a file is let go when what is here under its name is removed', async () => {
    await write(page, 'gone.yaml', WAITS);
    await launch(page, 'gone.yaml');
    await expect(mark(page, 'Saved to your file')).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'gone.yaml' }).click();
    await page.getByRole('menuitem', { name: 'Delete the file' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(page).toHaveTitle(/^gone\.yaml/);
    await expect(mark(page, 'Saved on this device')).toBeVisible();
    await type(page, '# mine');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark(page, 'Saved on this device')).toBeVisible();
    expect(await read(page, 'gone.yaml')).toBe(WAITS);
  });
});
