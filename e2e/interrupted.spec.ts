import { expectStatus, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openNewestRun, sendSignal, spoilStored, startWaiting } from './interrupted.ts';
import { readStoredRuns, waitFor } from './killable.ts';

test('a run that another version recorded differently is kept, says why it does not resume, and goes on as a fork', async ({
  page,
  problems,
}) => {
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
  await expect(banner.getByRole('button', { name: 'Export the run' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);

  const [before] = await readStoredRuns(page);
  await banner.getByRole('button', { name: 'Fork it' }).click();
  await page.getByRole('region', { name: 'The run is paused' }).getByRole('button', { name: 'Resume' }).click();
  await sendSignal(page);
  await expectStatus(page, 'after', 'Success');
  const after = await readStoredRuns(page);
  expect(after).toHaveLength(2);
  // The recorded one is as it was.
  expect(after).toContainEqual(before);
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('404')));
});
