import { expectStatus } from './app.ts';
import { expect, forgetMissingIcon, test } from './fixtures.ts';
import { openRecordedByOther, sendSignal } from './interrupted.ts';
import { readStoredRuns } from './killable.ts';

test('a run that another version recorded differently is kept, says why it does not resume, and goes on as a fork', async ({
  page,
  problems,
}) => {
  const banner = await openRecordedByOther(page);
  await expect(banner.getByRole('button', { name: 'Export the run' })).toBeEnabled();

  const [before] = await readStoredRuns(page);
  await banner.getByRole('button', { name: 'Fork it' }).click();
  await page.getByRole('region', { name: 'The run is paused' }).getByRole('button', { name: 'Resume' }).click();
  await sendSignal(page);
  await expectStatus(page, 'after', 'Success');
  const after = await readStoredRuns(page);
  expect(after).toHaveLength(2);
  // The recorded one is as it was.
  expect(after).toContainEqual(before);
  forgetMissingIcon(problems);
});
