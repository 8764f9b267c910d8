import { runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { setFull, startWaiting } from './fullDisk.ts';

test('a full disk pauses a run, which says so and resumes when there is room', async ({ page, context }) => {
  await startWaiting(page, context);
  await setFull(page, true);
  const alert = page.getByRole('alert').filter({ hasText: 'The run is blocked' });
  await expect(alert).toContainText('storage for Signalbox is full');
  await expect(alert.getByRole('button', { name: 'Export the run' })).toBeEnabled();
  await expect(page.getByText(/^Success in/)).toHaveCount(0);
  await setFull(page, false);
  await expect(runBadge(page)).toHaveText(/^Success in/);
});
