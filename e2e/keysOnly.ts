import { card } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** Presses keys one after another. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Asserts that a card has the focus, is the one that is selected, and is in view. */
export async function expectFocus(page: Page, id: string): Promise<void> {
  await expect(card(page, id)).toBeFocused();
  await expect(card(page, id)).toHaveClass(/selected/);
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(1);
  await expect(card(page, id)).toBeInViewport({ ratio: 0.9 });
}

/** The canvas, one stop of Tab. */
export function canvas(page: Page): Locator {
  return page.getByRole('application', { name: 'Workflow canvas' });
}

/** Presses Tab, or that backwards, until something has the focus. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 80; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await press(page, key);
  }
  await expect(wanted).toBeFocused();
}

/** Adds a task by the picker and comes back to its card. */
export async function add(page: Page, words: string, id: string): Promise<void> {
  await press(page, 'a');
  await expect(page.getByRole('searchbox', { name: 'Add a task' })).toBeFocused();
  await page.keyboard.type(words);
  await press(page, 'Enter');
  await expect(card(page, id)).toHaveClass(/selected/);
  await press(page, 'Escape');
  await expectFocus(page, id);
}

/** Writes into a field of the inspector. */
export async function setField(page: Page, name: string, text: string): Promise<void> {
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await tabTo(page, inspector.getByRole('textbox', { name, exact: true }));
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type(text);
  await press(page, 'Enter');
}

/** Takes what a list offers for some words. */
export async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words);
  await expect(page.getByRole('option', { selected: true })).toContainText(words);
  await press(page, 'Enter');
}

/** Asserts that the canvas, which has the focus, is one stop of Tab: it gives the focus on to what is selected. */
export async function expectOneStop(page: Page): Promise<void> {
  await press(page, 'ArrowRight');
  await expectFocus(page, 'fetch');
  await press(page, 'Tab');
  await expect(page.getByRole('toolbar', { name: 'Canvas' }).locator(':focus')).toHaveCount(1);
  await press(page, 'Shift+Tab');
  await expectFocus(page, 'fetch');
}

/** Gives the task `tell` the focus and deletes it, not the one that was selected before, and takes that back. */
export async function deleteAndUndo(page: Page): Promise<void> {
  await card(page, 'tell').focus();
  await press(page, 'Delete');
  await expect(card(page, 'tell')).toHaveCount(0);
  await expect(card(page, 'last')).toBeVisible();
  await expect(canvas(page)).toBeFocused();
  await press(page, 'ControlOrMeta+z');
  await expect(card(page, 'tell')).toBeVisible();
}

/** Wires the task that has the focus to another, by naming when and to which. */
export async function connect(page: Page, from: string, when: string, to: string): Promise<void> {
  await press(page, 'c');
  await expect(page.getByPlaceholder(`Connect ${from}: when?`)).toBeFocused();
  await choose(page, when);
  await expect(page.getByPlaceholder('Connect to which task?')).toBeFocused();
  await choose(page, to);
}
