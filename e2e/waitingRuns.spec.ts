import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer, openHistory } from './runs.ts';
import { hearAll, pill } from './waitingRuns.ts';

/** A question to a person, then a call that is answered when the test says so, then a wait by the clock. */
const ASKS = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: call } }
  - { id: call, type: basic, use: core:http, with: { url: held.json }, on_success: { next: nap } }
  - { id: nap, type: wait, config: { timeout: 1h, check_interval: 1h } }
`;

test('a run that only waits says so wherever it is named, and is running as soon as anything works', async ({
  page,
}) => {
  const held: (() => Promise<void>)[] = [];
  await page.route('**/held.json', (route) => {
    held.push(() => route.fulfill({ json: {} }));
  });
  await openApp(page);
  await importText(page, 'asks.yaml', ASKS);
  const heard = await hearAll(page);
  await startRun(page);
  const row = (await openHistory(page)).getByRole('button', { name: /^asks\.yaml, / });
  await expect(runBadge(page)).toHaveText('Waiting');
  await expect(row).toHaveAccessibleName(/^asks\.yaml, waiting for signal go/);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The run is waiting.');

  await drawer(page)
    .getByRole('button', { name: /^ask, waiting/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Running/);
  await expect(row).toHaveAccessibleName(/^asks\.yaml, running/);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The run is running again.');
  await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  await expect(pill(page)).toContainText('Running');

  // A wait by the clock is one as well.
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.();
  await expect(pill(page)).toContainText('Waiting');
  await expect(row).toHaveAccessibleName(/^asks\.yaml, waiting,/);
});
