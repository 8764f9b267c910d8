import { card, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { openChain, openHistory } from './runs.ts';

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

/** Opens the app and runs the steps that count up to a breakpoint before the second one; answers with what is said of the pause. */
export async function pauseBeforeSecond(page: Page): Promise<Locator> {
  await openChain(page);
  await card(page, 'second').click();
  await page.keyboard.press('F9');
  await startRun(page);
  const paused = page.getByRole('region', { name: 'The run is paused' });
  await expect(paused).toContainText('before second');
  return paused;
}
