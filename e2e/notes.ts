import { readFileSync } from 'node:fs';
import type { Locator, Page } from './fixtures.ts';

/** Two tasks without a note. */
export const TEXT =
  'tasks:\n  - id: one\n    type: basic\n    on_success: { next: two }\n  - id: two\n    type: basic\n';

/** A note, by what it says. */
export function note(page: Page, name: string): Locator {
  return page.getByRole('group', { name: `Note: ${name}`, exact: true });
}

/** The SVG of the open workflow, which opens again: what it shows, and the layout that is in it. */
export async function downloadPicture(page: Page): Promise<{ readonly svg: string; readonly layout: unknown }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /SVG/ }).click(),
  ]);
  const svg = readFileSync(await picture.path(), 'utf8');
  const encoded = /<layout xmlns="[^"]*">([^<]*)</.exec(svg)?.[1] ?? '';
  return { svg, layout: JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) };
}
