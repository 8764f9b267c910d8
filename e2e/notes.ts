import { readFileSync } from 'node:fs';
import { card, importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** Two tasks without a note. */
export const TEXT =
  'tasks:\n  - id: one\n    type: basic\n    on_success: { next: two }\n  - id: two\n    type: basic\n';

/** A note, by what it says. */
export function note(page: Page, name: string): Locator {
  return page.getByRole('group', { name: `Note: ${name}`, exact: true });
}

/** Where the text of a note is written. */
export function noteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Text of the note' });
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

/** Opens the two tasks and writes a note by keys; answers with it. */
export async function writeNote(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'notes.yaml', TEXT);
  await card(page, 'one').click();
  await page.keyboard.press('n');
  await expect(noteField(page)).toBeFocused();
  await page.keyboard.type('# Why');
  await page.keyboard.press('Enter');
  await page.keyboard.type('because **so**');
  await page.keyboard.press('Escape');
  const why = note(page, '# Why because **so**');
  await expect(why).toBeFocused();
  await expect(why.locator('strong')).toHaveText('so');
  return why;
}
