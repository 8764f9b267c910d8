import type { Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Presses the key of the search where the run is looked at. */
export async function pressSearch(page: Page): Promise<void> {
  await drawer(page).getByRole('tab', { name: 'Timeline' }).focus();
  await page.keyboard.press('ControlOrMeta+f');
}
