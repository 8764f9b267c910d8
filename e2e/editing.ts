import { card, downloadText, importText, openApp } from './app.ts';
import { expect, type Page } from './fixtures.ts';

/** Comments, odd spacing, quotes and CRLF: all of it must survive every edit that does not concern it. */
export const SOURCE = [
  '# a pipeline, kept by hand',
  'tasks:',
  '',
  '  - id: fetch      # first',
  "    name: 'Fetch it'",
  '    type:   basic',
  '    on_success: {next: store}',
  '',
  '  # the end of it',
  '  - id: store',
  '    type: basic',
  '',
].join('\r\n');

export async function openSource(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'pipeline.yaml', SOURCE);
  await expect(page).toHaveTitle(/^pipeline/);
  await expect(card(page, 'store')).toBeVisible();
}

/** Undoes one step after the other until the text is the first one again, byte for byte. */
export async function undoToSource(page: Page): Promise<void> {
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
  for (let step = 0; step < 30 && (await downloadText(page)) !== SOURCE; step += 1) await undo.click();
  expect(await downloadText(page)).toBe(SOURCE);
}
