import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer, openHistory, sendSignal } from './runs.ts';

/** What is said of the run on the canvas while its drawer is closed. */
export function pill(page: Page): Locator {
  return page.getByRole('group', { name: 'Run on the canvas' });
}

/** All that was said aloud since, in order. */
async function hearAll(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]')) {
        const words = region.textContent ?? '';
        if (words !== '' && words !== said.at(-1)) said.push(words);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { said });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: readonly string[] }).said);
}

/** A run that asks a person first, and what is known of it beside its drawer. */
interface AskingRun {
  /** Its row in the history. */
  readonly row: Locator;
  /** All that was said aloud of it so far. */
  readonly heard: () => Promise<readonly string[]>;
}

/** Opens the app and runs a workflow whose first step is `ask`: that the run waits is said wherever it is named. */
export async function runUntilAsked(page: Page, text: string): Promise<AskingRun> {
  await openApp(page);
  await importText(page, 'asks.yaml', text);
  const heard = await hearAll(page);
  await startRun(page);
  const row = (await openHistory(page)).getByRole('button', { name: /^asks\.yaml, / });
  await expect(runBadge(page)).toHaveText('Waiting');
  await expect(row).toHaveAccessibleName(/^asks\.yaml, waiting for signal go/);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The run is waiting.');
  return { row, heard };
}

/** Answers `ask`, after which something works: that the run is running is said wherever it is named. */
export async function answerAndRun(page: Page, { row, heard }: AskingRun): Promise<void> {
  await sendSignal(page, 'ask');
  await expect(runBadge(page)).toHaveText(/^Running/);
  await expect(row).toHaveAccessibleName(/^asks\.yaml, running/);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The run is running again.');
  await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  await expect(pill(page)).toContainText('Running');
}

/** A wait by the clock is one as well, once nothing works any more. */
export async function expectWaitsByClock(page: Page, { row }: AskingRun): Promise<void> {
  await expect(pill(page)).toContainText('Waiting');
  await expect(row).toHaveAccessibleName(/^asks\.yaml, waiting,/);
}
