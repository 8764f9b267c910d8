import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { waitFor } from './killable.ts';
import { drawer } from './runs.ts';

const WAITING = `tasks:
  - { id: first, type: basic, on_success: { next: pause } }
  - { id: pause, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: after } }
  - { id: after, type: basic }
`;

/** Starts a run that waits for a signal. */
export async function startWaiting(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'waiting.yaml', WAITING);
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
  await expectSaved(page);
}

/** Opens the newest run of the history with such a name. */
export async function openNewestRun(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  await page.getByRole('list', { name: 'Runs, newest first' }).getByRole('button', { name }).first().click();
}

/** Answers what the run waits for, and waits for its end. */
export async function sendSignal(page: Page): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^pause, waiting/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/**
 * Spoils what the engine has stored of each run, and answers how many records that were: the digests of the journals are then those
 * of an engine that behaved differently, or a damaged checkpoint is beside each journal.
 */
export function spoilStored(page: Page, part: 'digests' | 'checkpoints'): Promise<number> {
  return page.evaluate(async (asked) => {
    // The page gets only the text of this function.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const database = await ask(indexedDB.open('signalbox-runs'));
    const transaction = database.transaction(['chunks', 'summaries', 'checkpoints'], 'readwrite');
    const [chunks, checkpoints] = [transaction.objectStore('chunks'), transaction.objectStore('checkpoints')];
    const rows = await ask<{ runId: string }[]>(transaction.objectStore('summaries').getAll());
    const kept = await ask<{ proof?: { inputs: number; digest: string } }[]>(chunks.getAll());
    const proved = kept.filter(({ proof }) => proof !== undefined && proof.inputs > 0);
    if (asked === 'checkpoints')
      for (const { runId } of rows) await ask(checkpoints.put({ runId, inputs: 0, text: 'damaged' }));
    else
      for (const chunk of proved)
        await ask(chunks.put({ ...chunk, proof: { ...chunk.proof, digest: '0'.repeat(16) } }));
    database.close();
    return asked === 'checkpoints' ? rows.length : proved.length;
  }, part);
}

/** Opens a run that waits, and that another version of the engine recorded differently; answers with what says so. */
export async function openRecordedByOther(page: Page): Promise<Locator> {
  await startWaiting(page);
  // Each thing that reaches a run is stored with a digest of the results of those before.
  await page.keyboard.press('F8');
  await expect(page.getByText(/^Paused/).first()).toBeVisible();
  // Another page of the same address: what was stored is there, and nothing executes it.
  await page.goto('/icon.svg');
  await waitFor('a proof in the journal', async () => ((await spoilStored(page, 'digests')) > 0 ? true : undefined));
  await openApp(page);
  await openNewestRun(page, /^waiting\.yaml, interrupted/);
  const banner = page.getByRole('alert').filter({ hasText: 'This run' });
  await expect(banner).toContainText('recorded by another version of Signalbox');
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  return banner;
}
