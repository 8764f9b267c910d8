import { runBadge } from './app.ts';
import { expect, type Page } from './fixtures.ts';
import { openHistory } from './runs.ts';

/** What the newest row of the history with such a name says: when, and how long. */
export async function rowOfRun(page: Page, name: RegExp): Promise<string> {
  const history = await openHistory(page);
  const row = history.getByRole('button', { name }).first();
  await expect(row).toContainText(/ · \d/);
  const said = await row.textContent();
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  return said ?? '';
}

/** How long the run on screen took, as its badge says. */
export async function lengthOf(page: Page): Promise<string> {
  await expect(runBadge(page)).toHaveText(/^Success in \d/);
  return ((await runBadge(page).textContent()) ?? '').replace('Success in ', '').trim();
}
