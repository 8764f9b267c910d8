import { card, changedLines, downloadText, edge, portOf, showSplit } from './app.ts';
import { openSource, SOURCE, undoToSource } from './editing.ts';
import { expect, test } from './fixtures.ts';

test('tasks are inserted, renamed, moved and deleted on the canvas, and typed in the YAML; all is undone to the first byte', async ({
  page,
}) => {
  await openSource(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });

  await test.step('a card is dragged: the text stays', async () => {
    // Waits until the view has come to rest.
    await card(page, 'store').hover({ position: { x: 60, y: 12 } });
    const before = await card(page, 'store').boundingBox();
    if (!before) throw new Error('The card is not drawn');
    await page.mouse.down();
    await page.mouse.move(before.x + 160, before.y + 132, { steps: 8 });
    await page.mouse.up();
    await expect.poll(async () => (await card(page, 'store').boundingBox())?.y ?? 0).toBeGreaterThan(before.y + 60);
    expect(await downloadText(page)).toBe(SOURCE);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await card(page, 'store').boundingBox())?.y ?? 0).toBeCloseTo(before.y, 0);
  });

  await test.step('a task is inserted on a line and named, another gets a new id and one is deleted', async () => {
    const [from, to] = [
      await portOf(page, 'fetch', 'main').boundingBox(),
      await portOf(page, 'store', 'in').boundingBox(),
    ];
    if (!from || !to) throw new Error('The line is not drawn');
    await page.mouse.move((from.x + to.x + to.width) / 2, from.y + from.height / 2);
    await edge(page, 'From fetch, success, to store').getByRole('button', { name: 'Insert a task here' }).click();
    await page.getByRole('option', { name: /^Basic/ }).click();
    await expect(edge(page, 'From fetch, success, to store')).toHaveCount(0);
    await inspector.getByRole('textbox', { name: 'Name', exact: true }).fill('Clean rows');
    await inspector.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    await expect(page.getByRole('group', { name: /^Clean rows, id / })).toBeVisible();
    await card(page, 'store').click();
    const id = inspector.getByRole('textbox', { name: 'ID', exact: true });
    await id.fill('save');
    await id.press('Enter');
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
