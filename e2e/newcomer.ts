import { card, downloadText, edge, importText } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { bar, command, drawer } from './runs.ts';

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

/** Builds an approval of large amounts on the canvas alone; answers with its text. */
export async function buildApproval(page: Page): Promise<string> {
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const set = async (field: string, value: string): Promise<void> => {
    const input = inspector.getByRole('textbox', { name: field, exact: true }).first();
    await input.fill(value);
    await input.press('Tab');
  };
  await command(page, 'New workflow');
  const begin = page.getByRole('region', { name: 'How to begin' });
  await begin.getByRole('button', { name: /^Decision/ }).click();
  await expect(card(page, 'decision')).toBeVisible();
  await set('Condition', '{{ workflow.input.amount > 200 }}');
  for (const word of ['wait', 'log']) {
    await page.locator('.react-flow__pane').click({ position: { x: 300, y: 600 } });
    await addByKeys(page, word);
    await expect(card(page, word)).toBeVisible();
    if (word === 'wait') await set('Signal', 'approval');
  }
  await expect(edge(page, 'From decision, true, to wait')).toBeAttached();
  await expect(edge(page, 'From wait, success, to log')).toBeAttached();
  return downloadText(page);
}

/** Runs it with an amount that must be approved, and approves it. */
export async function runApproval(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await bar(page).getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByRole('textbox', { name: /as JSON/ }).fill('{"amount": 640}');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await drawer(page).getByRole('button', { name: 'Answer…' }).click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  await expect(drawer(page).getByText(/^Success in/)).toBeVisible();
}

/** Opens it with an error in it, and asserts that the quick fix of the error makes it what it was. */
export async function breakAndRepair(page: Page, built: string): Promise<void> {
  await importText(page, 'broken.yaml', built.replace('next: log', 'next: lag'));
  await bar(page)
    .getByRole('button', { name: /1 error/ })
    .click();
  await page.getByRole('button', { name: 'Change to log' }).click();
  await expect(bar(page).getByRole('button', { name: /1 error/ })).toHaveCount(0);
  expect(await downloadText(page)).toBe(built);
}
