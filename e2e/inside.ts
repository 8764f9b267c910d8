import { expectSaved, importText, openFile, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** A workflow that runs another one. */
export const calling = (file: string, id: string): string => `tasks:
  - { id: ${id}, type: basic, use: core:workflow, with: { file: ${file} }, on_success: { next: after-${id} } }
  - { id: after-${id}, type: basic }
outputs: { it: "{{ tasks.${id}.output }}" }
`;

/** What came from outside runs inside of another only once it was trusted: each file runs once. */
export async function importFamily(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await importText(page, file, text);
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
  }
  await expectSaved(page);
}

/** A step in the timeline of the run. */
export const row = (page: Page, name: RegExp): Locator => drawer(page).getByRole('button', { name });

/**
 * Sets a breakpoint on the task that is chosen, and runs the file around it: the run inside stops there, and is opened.
 * @returns what is said of the pause
 */
export async function stopInside(page: Page): Promise<Locator> {
  await page.keyboard.press('F9');
  await openFile(page, 'top.yaml');
  await startRun(page);
  const paused = page.getByRole('region', { name: 'The run is paused' });
  await expect(paused).toContainText('a run inside has stopped');
  await paused.getByRole('button', { name: 'Open' }).click();
  await expect(paused).toContainText('Paused at a breakpoint before show');
  return paused;
}
