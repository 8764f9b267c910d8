import { expect, test } from './fixtures.ts';
import { answerAndRun, expectWaitsByClock, runUntilAsked } from './waitingRuns.ts';

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
  const run = await runUntilAsked(page, ASKS);
  await answerAndRun(page, run);

  await expect.poll(() => held.length).toBe(1);
  await held[0]?.();
  await expectWaitsByClock(page, run);
});
