import { card, downloadText, dragTo, expectSaved, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { frame, left, TEXT } from './frames.ts';

test('a frame is made by keys, moved with its cards, there after a reload, and never in the YAML', async ({ page }) => {
  await openApp(page);
  await importText(page, 'frames.yaml', TEXT);
  await card(page, 'one').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+G');
  await expect(page.getByRole('textbox', { name: 'Title of the frame' })).toBeFocused();
  await page.keyboard.type('Fetch');
  await page.keyboard.press('Enter');
  const fetch = frame(page, 'Fetch, 2 tasks');
  await expect(fetch).toBeFocused();

  const [one, three] = [await left(card(page, 'one')), await left(card(page, 'three'))];
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => left(card(page, 'one'))).toBeLessThan(one);
  expect(await left(card(page, 'three'))).toBeCloseTo(three, 0);
  const head = fetch.getByText('Fetch');
  const from = await head.boundingBox();
  await dragTo(page, head, null, { x: (from?.x ?? 0) + 20, y: (from?.y ?? 0) + 200 });
  await expect.poll(async () => (await head.boundingBox())?.y).toBeGreaterThan((from?.y ?? 0) + 100);
  expect(await left(card(page, 'three'))).toBeCloseTo(three, 0);

  await expectSaved(page);
  await page.reload();
  await expect(fetch).toBeVisible();
  expect(await downloadText(page)).toBe(TEXT);
  await card(page, 'three').click();
  await page.keyboard.press('Shift+N');
  await expect(fetch).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(fetch).toHaveCount(0);
  await expect(card(page, 'one')).toBeVisible();
});
