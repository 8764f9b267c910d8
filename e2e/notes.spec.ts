import { card, downloadText, dragTo, expectSaved } from './app.ts';
import { expect, type Locator, test } from './fixtures.ts';
import { downloadPicture, TEXT, writeNote } from './notes.ts';

/** How far a note is to the right of a card, in widths of the card: the zoom may be another one. */
async function distance(card: Locator, note: Locator): Promise<number> {
  const from = await card.boundingBox();
  const to = await note.boundingBox();
  return ((to?.x ?? Number.NaN) - (from?.x ?? 0)) / (from?.width ?? 1);
}

test('a note is written by keys, moved with the pointer, undone, and there after a reload, but never in the YAML', async ({
  page,
}) => {
  const why = await writeNote(page);

  await page.keyboard.press('ControlOrMeta+d');
  await expect(why).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(why).toHaveCount(1);
  const before = await why.boundingBox();
  await dragTo(page, why, null, { x: (before?.x ?? 0) + 450, y: (before?.y ?? 0) + 100 });
  await expect.poll(async () => (await why.boundingBox())?.x).toBeGreaterThan((before?.x ?? 0) + 100);
  const far = await distance(card(page, 'one'), why);

  await expectSaved(page);
  await page.reload();
  await expect(why).toBeVisible();
  expect(await distance(card(page, 'one'), why)).toBeCloseTo(far, 1);
  expect(await downloadText(page)).toBe(TEXT);
  expect((await downloadPicture(page)).layout).toMatchObject({ notes: [{ text: '# Why\nbecause **so**' }] });
});
