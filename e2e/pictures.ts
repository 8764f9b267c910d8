import { readFileSync } from 'node:fs';
import type { Page } from './fixtures.ts';

/** Downloads something by an entry of the menu. */
export async function exportAs(page: Page, name: RegExp): Promise<{ readonly name: string; readonly content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}
