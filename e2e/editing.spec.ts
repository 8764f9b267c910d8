import { card, changedLines, downloadText, edge, showSplit } from './app.ts';
import { dragAndUndo, insertOnLine, nameInserted, openSource, renameStore, SOURCE, undoToSource } from './editing.ts';
import { expect, test } from './fixtures.ts';

test('tasks are inserted, renamed, moved and deleted on the canvas, and typed in the YAML; all is undone to the first byte', async ({
  page,
}) => {
  await openSource(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });

  await test.step('a card is dragged: the text stays', async () => {
    await dragAndUndo(page);
  });

  await test.step('a task is inserted on a line and named, another gets a new id and one is deleted', async () => {
    await insertOnLine(page);
    await nameInserted(page, inspector);
    await renameStore(page, inspector);
    await expect(edge(page, 'From task, success, to save')).toBeVisible();
    const edited = await downloadText(page);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
    expect(changedLines(SOURCE, edited).removed).toContain('    on_success: {next: store}\r');
    expect(edited.startsWith(SOURCE.slice(0, SOURCE.indexOf('    on_success')))).toBe(true);
    await card(page, 'save').click();
    await page.keyboard.press('Delete');
    await expect(card(page, 'save')).toHaveCount(0);
    // Inserted, named, given another id, deleted.
    const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
    for (let step = 0; step < 4; step += 1) await undo.click();
    expect(await downloadText(page)).toBe(SOURCE);
  });

  await test.step('the canvas follows what is typed, and keeps the last graph where it cannot be read', async () => {
    const editor = await showSplit(page);
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('    name: Store');
    await expect(page.getByRole('group', { name: /^Store, id store/ })).toBeVisible();
    await page.keyboard.type('\n  bad: x');
    await expect(page.getByText(/cannot be read|last graph|could be read/i).first()).toBeVisible();
    await expect(card(page, 'store')).toBeVisible();
    await undoToSource(page);
  });
});
