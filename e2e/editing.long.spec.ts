import { card, changedLines, downloadText, edge, showSplit } from './app.ts';
import { dragAndUndo, insertOnLine, nameInserted, openSource, renameStore, SOURCE, undoToSource } from './editing.ts';
import { expect, test } from './fixtures.ts';

test('tasks are moved, inserted, added, renamed, pasted and deleted, each undone to the first byte', async ({
  page,
}) => {
  await openSource(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });

  await test.step('a task is inserted on an edge, its fields are set, and all is undone to the first byte', async () => {
    // Waits until the view has come to rest.
    await card(page, 'store').hover({ position: { x: 60, y: 12 } });
    await insertOnLine(page);
    const inserted = await downloadText(page);
    expect(changedLines(SOURCE, inserted).removed).toContain('    on_success: {next: store}\r');
    await expect(card(page, 'task')).toBeVisible();

    await nameInserted(page, inspector);
    const named = await downloadText(page);
    expect(changedLines(inserted, named)).toEqual({ removed: [], added: ["    name: 'Clean rows'\r"] });

    await undoToSource(page);
    await expect(edge(page, 'From fetch, success, to store')).toBeVisible();
  });

  await test.step('a task is added from the palette and written with its own lines only', async () => {
    await page.getByRole('button', { name: 'Add a task' }).click();
    await page
      .getByRole('region', { name: 'Add a task' })
      .getByRole('button', { name: /^Shape data/ })
      .click();
    await expect(card(page, 'shape')).toBeVisible();
    const text = await downloadText(page);
    const { removed, added } = changedLines(SOURCE, text);
    expect(removed.filter((line) => line.trim() !== '')).toEqual([]);
    expect(added.join('\n')).toContain('- id: shape');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    await undoToSource(page);
  });

  await test.step('renaming a task is a refactor of all that refers to it', async () => {
    await renameStore(page, inspector);
    await expect(edge(page, 'From fetch, success, to save')).toBeVisible();
    expect(await downloadText(page)).toBe(
      SOURCE.replace('{next: store}', '{next: save}').replace('- id: store', '- id: save'),
    );
    await undoToSource(page);
  });

  await test.step('tasks are copied and pasted, and deleted', async () => {
    await card(page, 'store').click();
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('group', { name: /^store.*, basic task/ })).toHaveCount(2);
    const pasted = await downloadText(page);
    expect(pasted.startsWith(SOURCE.trimEnd())).toBe(true);
    await undoToSource(page);
    await card(page, 'fetch').click();
    await page.keyboard.press('Delete');
    await expect(card(page, 'fetch')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(card(page, 'fetch')).toBeVisible();
    expect(await downloadText(page)).toBe(SOURCE);
  });

  await test.step('a card is dragged: the text stays, the place is undone on the same stack', async () => {
    await dragAndUndo(page);
  });
});

test('the canvas follows the YAML as it is typed, and keeps the last graph where it cannot be read', async ({
  page,
}) => {
  await openSource(page);
  const editor = await showSplit(page);

  await test.step('typing in the YAML moves the canvas; selection is in step', async () => {
    await card(page, 'fetch').click();
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('    name: Store # a b');
    await expect(page.getByRole('group', { name: /^Store, id store/ })).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await expect(card(page, 'store')).toHaveClass(/selected/);
    expect(await downloadText(page)).toBe(`${SOURCE}    name: Store # a b`);
    await undoToSource(page);
  });

  await test.step('broken YAML keeps the last graph, says where, refuses edits, and is fixed', async () => {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('  bad: x');
    await expect(page.getByText(/cannot be read|last graph|could be read/i).first()).toBeVisible();
    await expect(card(page, 'fetch')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: /problem|error/ })).toBeVisible();
    for (let count = 0; count < '  bad: x'.length; count += 1) await page.keyboard.press('Backspace');
    await expect(page.getByText(/cannot be read|last graph|could be read/i)).toHaveCount(0);
    await undoToSource(page);
  });
});
