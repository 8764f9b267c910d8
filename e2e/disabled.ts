import { card, downloadText, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page } from './fixtures.ts';

export const TEXT = `tasks:
  - id: fetch
    name: Fetch
    type: basic
    use: core:http # nobody is there
    with: { url: "http://127.0.0.1:9/" }
    on_success: { next: box }
  - id: box
    type: composite
    tasks:
      - { id: inner, type: basic, name: Inner }
`;
const DISABLED = TEXT.replace('    use: core:http', '    disabled: true\n    use: core:http');

/** Opens the app on a workflow whose first task fails unless it is disabled, disables that by its key, and runs it. */
export async function runDisabled(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'off.yaml', TEXT);
  await card(page, 'fetch').click();
  await page.keyboard.press('d');
  await expect(card(page, 'fetch').getByText('Disabled', { exact: true })).toBeVisible();
  await expect(card(page, 'fetch')).toHaveAccessibleName(/, disabled/);
  expect(await downloadText(page)).toBe(DISABLED);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/** Enables that task by its key. */
export async function enable(page: Page): Promise<void> {
  await card(page, 'fetch').click();
  await page.keyboard.press('d');
  await expect(card(page, 'fetch').getByText('Disabled', { exact: true })).toHaveCount(0);
}
