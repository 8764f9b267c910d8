import { expect, type Locator, type Page } from './fixtures.ts';

/** The side panel with all that can be added. */
export function addPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Add a task' });
}

/** Adds the first task that a word finds, by keys alone. */
export async function addByKeys(page: Page, word: string): Promise<void> {
  await page.keyboard.press('a');
  await expect(addPanel(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
}
