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

/** Writes the key `config` of the last task, completed from the schema of its type. */
export async function completeConfig(page: Page): Promise<void> {
  await page.keyboard.type('    con');
  await page.keyboard.press('Control+Space');
  await expect(suggestions(page).first()).toHaveAttribute('aria-label', /^config, map/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.locator('.view-line').filter({ hasText: 'check_interval: 10s' })).toBeVisible();
}
