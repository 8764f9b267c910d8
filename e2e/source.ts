import { card, importText } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** Two tasks with the line ends of Windows. */
export const SOURCE = 'tasks:\r\n  - id: a\r\n    type: basic\r\n    name: "A"\r\n  - id: b\r\n    type: wait\r\n';

/** The editor of the YAML. */
export function sourceEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: /YAML/ });
}

/** Makes a file with this text the open one, with the keys at its end. */
export async function openSource(page: Page, name: string): Promise<void> {
  await importText(page, name, SOURCE);
  await expect(card(page, 'b')).toBeVisible();
  const editor = sourceEditor(page);
  await expect(editor).toBeAttached();
  await expect(page.locator('.view-line').filter({ hasText: 'wait' })).toBeVisible();
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
}

/** What the editor proposes, from the top. */
export function suggestions(page: Page): Locator {
  return page.locator('.suggest-widget.visible .monaco-list-row');
}
