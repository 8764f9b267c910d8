import { expectSaved, expectStatus, importText, runBadge, startRun } from './app.ts';
import { expect, type Page } from './fixtures.ts';
import { drawer, WAITS } from './runs.ts';
import { alert, deleteDatabase, watchMark } from './storage.ts';

/** Runs a change of the stored workspace in the page, as the devtools or another program would. */
export async function changeStored(page: Page, change: 'clear all' | 'delete draft.yaml'): Promise<void> {
  await page.evaluate(
    (asked) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('success', () => {
          const changing = opening.result.transaction(['files', 'layouts', 'values'], 'readwrite');
          if (asked === 'clear all')
            for (const name of opening.result.objectStoreNames) changing.objectStore(name).clear();
          else changing.objectStore('files').delete('draft.yaml');
          changing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    change,
  );
}

/** A page whose write to the workspace does not end and holds all others up; answers with what ends it. */
export async function holdStorage(page: Page): Promise<() => Promise<void>> {
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('success', () => {
          const holding = opening.result.transaction(['files', 'layouts', 'values'], 'readwrite');
          const hold = (): void => {
            resolve();
            if ('isFree' in globalThis) return;
            holding.objectStore('values').get('none').addEventListener('success', hold);
          };
          hold();
        });
      }),
  );
  await page.bringToFront();
  return async () => {
    await other.evaluate(() => Object.assign(globalThis, { isFree: true }));
    await other.close();
  };
}

/** Asserts that the workspace is told to be deleted, and that no other tab is said to have done so. */
export async function expectLost(page: Page): Promise<void> {
  await expect(alert(page, /workspace.*deleted/)).toBeVisible();
  await expect(page.getByText(/another tab/i)).toHaveCount(0);
}

/** Deletes the stored workspace, and asserts that it is called saved only once it is written again. */
export async function loseWorkspace(page: Page): Promise<void> {
  await expectSaved(page);
  const marks = await watchMark(page);
  await deleteDatabase(page, 'signalbox-workspace');
  await expectLost(page);
  await expect
    .poll(async () => (await marks()).slice(0, 3))
    .toEqual(['Saved on this device', 'Not saved', 'Saved on this device']);
}

/** Ends the engine, without an error, of a run that waits for a signal, and asserts that this is reported. */
export async function loseEngine(page: Page): Promise<void> {
  await importText(page, 'waits.yaml', WAITS);
  await startRun(page);
  await expectStatus(page, 'hold', 'Waiting');
  const [engine] = page.workers().filter((worker) => worker.url().includes('engine.worker'));
  await engine?.evaluate(() => self.close()).catch(() => undefined);
  const notice = page.getByRole('listitem').filter({ hasText: /engine stopped/ });
  await expect(notice.first()).toBeVisible();
  // It stays until it is closed, and may lie over the steps of the run.
  await notice.first().getByRole('button', { name: /close/i }).click();
}

/** Answers what that run waits for, and waits for its end. */
export async function answerHold(page: Page): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^hold, waiting/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
}
