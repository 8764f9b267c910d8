import { expectNoBarrier } from './access.ts';
import { card, chooseFiles, downloadText, dragTo, expectSaved, openApp, withLayout } from './app.ts';
import { expect, test } from './fixtures.ts';
import { downloadPicture, note, noteField, TEXT, writeNote } from './notes.ts';

test('a note is added, written, coloured, moved, resized, duplicated and undone by keys, and is never in the YAML', async ({
  page,
}) => {
  const why = await writeNote(page);
  const before = await why.boundingBox();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await expect.poll(async () => (await why.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity);
  await expect.poll(async () => (await why.boundingBox())?.width).toBeGreaterThan(before?.width ?? Infinity);
  await why.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Colour' }).click();
  await page
    .getByRole('menuitemcheckbox', { name: 'Blue' })
    .or(page.getByRole('menuitemradio', { name: 'Blue' }))
    .click();
  await expect(why.locator('[data-color="blue"]').first()).toBeVisible();
  await why.click();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(why).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(why).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(why).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(why).toHaveCount(1);
  await expectNoBarrier(page, page.getByRole('application', { name: 'Workflow canvas' }));
  await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 700, y: 700 } });
  await page.getByRole('menuitem', { name: 'Add a note' }).click();
  await expect(noteField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(note(page, 'empty')).toHaveCount(0);
  await card(page, 'one').focus();
  // From the note an arrow leads to the card above it, and Shift+N back.
  await page.keyboard.press('Shift+N');
  await page.keyboard.press('ArrowUp');
  await expect(card(page, 'one')).toBeFocused();
  await page.keyboard.press('Shift+N');
  await expect(why).toBeFocused();
  expect(await downloadText(page)).toBe(TEXT);
  const { layout } = await downloadPicture(page);
  expect(layout).toMatchObject({ notes: [{ color: 'blue', text: '# Why\nbecause **so**' }] });
});

test('notes come with their layout, go with the pointer, and are there after a reload; one that cannot be read is told of', async ({
  page,
}) => {
  await openApp(page);
  const written = { id: 'n', x: 0, y: 120, width: 300, height: 120, color: 'green', text: 'From a *file*' };
  const layout = { version: 1, positions: {}, collapsed: [], notes: [written, { ...written, id: 'm', color: 'pink' }] };
  await chooseFiles(page, withLayout('kept', TEXT, layout));
  await expect(
    page.getByText(/One note in “?.*kept\.layout\.json.* cannot be shown: its color is not one of/),
  ).toBeVisible();
  const file = note(page, 'From a *file*');
  await expect(file).toBeVisible();
  const before = await file.boundingBox();
  await dragTo(page, file, null, { x: (before?.x ?? 0) + 450, y: (before?.y ?? 0) - 200 });
  await expect.poll(async () => (await file.boundingBox())?.x).toBeGreaterThan((before?.x ?? 0) + 100);
  const moved = await file.boundingBox();
  await file.dblclick();
  await page.keyboard.type(' once more');
  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 120 } });
  const more = note(page, 'From a *file* once more');
  await expect(more).toBeVisible();
  await expectSaved(page);
  await page.reload();
  await expect(more).toBeVisible();
  expect(await more.boundingBox()).toMatchObject({ width: moved?.width });
  expect(await downloadText(page)).toBe(TEXT);
  const picture = await downloadPicture(page);
  expect(picture.svg).toContain('From a file once more');
  expect(picture.layout).toMatchObject({
    notes: [
      { id: 'n', text: 'From a *file* once more' },
      { id: 'm', color: 'pink' },
    ],
  });
});
