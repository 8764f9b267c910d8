import { findBarriers } from './access.ts';
import { card, chooseFiles, downloadText, dragTo, expectSaved, importText, openApp, withLayout } from './app.ts';
import { expect, test } from './fixtures.ts';
import { frame, left, TEXT } from './frames.ts';

test('a frame is made, written, coloured, moved with its cards, left, deleted and undone by keys, and is never in the YAML', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'frames.yaml', TEXT);
  await card(page, 'one').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+G');
  const title = page.getByRole('textbox', { name: 'Title of the frame' });
  await expect(title).toBeFocused();
  await page.keyboard.type('Fetch');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Text of the frame' })).toBeFocused();
  await page.keyboard.type('All **of** it');
  await page.keyboard.press('Escape');
  const fetch = frame(page, 'Fetch, 2 tasks');
  await expect(fetch).toBeFocused();
  await expect(fetch.locator('strong')).toHaveText('of');
  expect(await findBarriers(page)).toEqual([]);

  const [one, three] = [await left(card(page, 'one')), await left(card(page, 'three'))];
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => left(card(page, 'one'))).toBeLessThan(one);
  expect(await left(card(page, 'three'))).toBeCloseTo(three, 0);
  await page.keyboard.press('Enter');
  await expect(title).toHaveValue('Fetch');
  await page.keyboard.type('Gather');
  await page.keyboard.press('Enter');
  const gather = frame(page, 'Gather, 2 tasks');
  await expect(gather).toBeFocused();
  await gather.getByText('Gather').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Colour' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Blue' }).click();
  await expect(gather.locator('[data-color="blue"]').first()).toBeVisible();

  await card(page, 'three').click();
  await card(page, 'three').click({ button: 'right' });
  // By keys: a submenu closes when the pointer is slow on its way into it.
  await page.getByRole('menuitem', { name: 'Frame', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  const into = page.getByRole('menuitem', { name: 'Into “Gather”' });
  await expect(into).toBeVisible();
  await into.focus();
  await page.keyboard.press('Enter');
  await expect(frame(page, 'Gather, 3 tasks')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await card(page, 'two').click();
  await page.keyboard.press('Delete');
  await expect(frame(page, 'Gather, 1 task')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Shift+N');
  await expect(gather).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(gather).toHaveCount(0);
  await expect(card(page, 'two')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(gather).toBeVisible();
  expect(await downloadText(page)).toBe(TEXT);
});

test('frames come with their layout, are dragged by their title, and are there after a reload; one that cannot be read is told of', async ({
  page,
}) => {
  await openApp(page);
  const written = { id: 'f', title: 'Kept', text: '', color: 'green', tasks: ['one', 'two'] };
  const layout = { version: 1, positions: {}, collapsed: [], frames: [written, { ...written, id: 'g', tasks: [] }] };
  await chooseFiles(page, withLayout('kept', TEXT, layout));
  await expect(
    page.getByText(/One frame in “?.*kept\.layout\.json.* cannot be shown: its tasks are not a list/),
  ).toBeVisible();
  const kept = frame(page, 'Kept, 2 tasks');
  await expect(kept).toBeVisible();
  const head = kept.getByText('Kept');
  const [from, one, three] = [await head.boundingBox(), await left(card(page, 'one')), await left(card(page, 'three'))];
  await dragTo(page, head, null, { x: (from?.x ?? 0) + 20, y: (from?.y ?? 0) + 200 });
  await expect.poll(async () => (await head.boundingBox())?.y).toBeGreaterThan((from?.y ?? 0) + 100);
  const moved = await kept.boundingBox();
  const placed = await card(page, 'two').boundingBox();
  expect(moved?.y).toBeLessThan(placed?.y ?? 0);
  expect((moved?.y ?? 0) + (moved?.height ?? 0)).toBeGreaterThan((placed?.y ?? 0) + (placed?.height ?? 0));
  expect(await left(card(page, 'three'))).toBeCloseTo(three, 0);
  expect(Math.abs((await left(card(page, 'one'))) - one)).toBeLessThan(100);
  await expectSaved(page);
  await page.reload();
  await expect(kept).toBeVisible();
  expect(await downloadText(page)).toBe(TEXT);
});
