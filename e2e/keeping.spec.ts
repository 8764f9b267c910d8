import { card, downloadText, expectSaved, importText, openApp, showSplit } from './app.ts';
import { expect, test } from './fixtures.ts';

const SOURCE = 'tasks:\n  - id: first\n    type: basic\n';

test('a second tab takes over when asked, and the first follows; a reload in the middle of typing and a deletion lose nothing', async ({
  page,
  context,
}) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  const other = await context.newPage();

  await test.step('a second tab is told of the first one, and takes over when asked', async () => {
    await other.goto('/');
    await expect(card(other, 'first')).toBeVisible();
    await other.getByRole('button', { name: /edit here|take over/i }).click();
    await expect(other.getByText(/another tab/i)).toHaveCount(0);
    await expect(page.getByText(/another tab/i).first()).toBeVisible();
  });

  await test.step('from then on the first one follows live', async () => {
    await (await showSplit(other)).focus();
    await other.keyboard.press('ControlOrMeta+End');
    await other.keyboard.type('    name: Typed');
    await expect(page.getByRole('group', { name: /^Typed, id first/ })).toBeVisible();
    await page.close();
  });

  await test.step('a reload in the middle of typing loses nothing', async () => {
    await other.keyboard.type(', not yet sav');
    await other.reload();
    await expect(other).toHaveTitle(/^draft\.yaml/);
    await expect(other.getByRole('group', { name: /^Typed, not yet sav, id first/ })).toBeVisible();
  });

  await test.step('a file is deleted and brought back', async () => {
    await other.getByRole('banner').getByRole('button', { name: 'draft.yaml' }).click();
    await other.getByRole('menuitem', { name: 'Delete the file' }).click();
    await expect(other).not.toHaveTitle(/^draft/);
    await other.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(other).toHaveTitle(/^draft/);
    expect(await downloadText(other)).toBe(`${SOURCE}    name: Typed, not yet sav`);
  });
});
