import { card, downloadText, openApp, showSplit } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { completeConfig, openSource, SOURCE, sourceEditor } from './source.ts';

/** The lines of the editor, whatever their order in the page. */
async function shownLines(page: Page): Promise<string> {
  return (await page.locator('.view-line').allTextContents()).toSorted().join('\n');
}

/** Presses a key that changes the text, and waits until it did. */
async function pressAndSee(page: Page, key: string): Promise<void> {
  const before = await shownLines(page);
  await page.keyboard.press(key);
  await expect.poll(() => shownLines(page)).not.toBe(before);
}

test('the editor completes keys, keeps every byte, and is undone in one order with the canvas', async ({ page }) => {
  await openApp(page);
  await showSplit(page);
  await openSource(page, 'steps.yaml');
  const first = await shownLines(page);

  await test.step('a key is completed from the schema of this type of task', async () => {
    await completeConfig(page);
  });

  await test.step('spaces are typed while a card is selected, and line ends are kept', async () => {
    await card(page, 'a').click();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(card(page, 'a-2')).toBeVisible();
    await sourceEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('# with some spaces\n');
    await expect(page.locator('.view-line').filter({ hasText: '# with some spaces' })).toBeVisible();
  });

  await test.step('what was done in the text and on the canvas is undone in order to the first byte, and done again', async () => {
    const last = await downloadText(page);
    expect(last).toMatch(/^# with some spaces\r\n/);
    expect(last.replaceAll('\r\n', '')).not.toContain('\n');
    await sourceEditor(page).focus();
    let steps = 0;
    for (; steps < 20 && (await shownLines(page)) !== first; steps += 1) await pressAndSee(page, 'ControlOrMeta+z');
    await expect(card(page, 'a-2')).toHaveCount(0);
    expect(await downloadText(page)).toBe(SOURCE);
    await sourceEditor(page).focus();
    for (; steps > 0; steps -= 1) await pressAndSee(page, 'ControlOrMeta+Shift+z');
    await expect(card(page, 'a-2')).toBeVisible();
    expect(await downloadText(page)).toBe(last);
  });
});
