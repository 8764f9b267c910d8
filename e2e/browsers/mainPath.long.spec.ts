import { expect } from '@playwright/test';
import { readStoredRuns, serveCalls, waitFor } from '../killable.ts';
import { OTHER_BROWSERS, test, whyNot } from './fixtures.ts';
import { BAR, DIALOG, openText, RUN, SAVED, START } from './mainPath.ts';

/** How often each browser is killed. */
const KILLS = 10;

function writeCall(id: string, rest = ''): string {
  return `  - { id: ${id}, type: basic, use: "tool:api", with: { url: ${id}, method: POST, json: { n: 1 } }${rest} }\n`;
}

/** Two calls with a wait between them, in which the browser is killed. */
function writeCalls(url: string): string {
  const schema = '{ input: { type: object }, output: { type: object } }';
  return (
    `tools:\n  - { id: api, use: core:http, config: { base_url: "${url}", idempotency_key: true }, schema: ${schema} }\n` +
    `tasks:\n${writeCall('first', ', on_success: { next: hold }')}` +
    `  - { id: hold, type: wait, config: { timeout: 8s, check_interval: 1s }, on_success: { next: second } }\n${writeCall('second')}`
  );
}

for (const browser of OTHER_BROWSERS) {
  test.describe(browser.name, () => {
    test.skip(browser.missing !== null, whyNot(browser));

    test('goes on with a run when its tab was left and comes back', async ({ profile, baseURL }) => {
      const server = await serveCalls(() => 20);
      const { page } = await profile.open(browser);
      await page.goto(String(baseURL));
      await page.see(SAVED);
      await openText(page, profile.folder, 'left.yaml', writeCalls(server.url));
      await page.click(START);
      await page.click({ role: 'button', name: 'Trust and continue', within: DIALOG });
      await page.click({ role: 'button', name: 'Run', within: DIALOG });
      await waitFor('the outcome of the first call', async () =>
        (await readStoredRuns(page))[0]?.recorded.length === 1 ? true : undefined,
      );
      await page.goto(`${baseURL}/manifest.webmanifest`);
      await page.goto(String(baseURL));
      await page.see({ ...RUN, text: /Success in/ });
      expect(server.calls.map((call) => call.path)).toEqual(['/first', '/second']);
      server.close();
    });

    test('resumes a run after a kill of the whole browser, and repeats no call', async ({ profile, baseURL }) => {
      test.setTimeout(180_000 + KILLS * 60_000);
      const server = await serveCalls(() => 20);
      let { page, remote } = await profile.open(browser);
      await page.goto(String(baseURL));
      await page.see(SAVED);
      await openText(page, profile.folder, 'killed.yaml', writeCalls(server.url));
      await page.click(START);
      await page.click({ role: 'button', name: 'Trust and continue', within: DIALOG });
      for (let kills = 1; kills <= KILLS; kills += 1) {
        await page.click({ role: 'button', name: 'Run', within: DIALOG });
        await waitFor('the outcome of the first call', async () => {
          const stored = await readStoredRuns(page);
          return stored.length === kills && stored[0]?.recorded.length === 1 ? true : undefined;
        });
        await remote.kill();
        const before = server.calls.length;

        ({ page, remote } = await profile.open(browser));
        await page.goto(String(baseURL));
        await page.see({ role: 'button', name: 'killed.yaml', within: BAR });
        await page.see({ ...RUN, text: /Success in/ });
        expect(server.calls.slice(before).map((call) => call.path)).toEqual(['/second']);
        if (kills < KILLS) await page.click(START);
      }
      expect(server.calls).toHaveLength(2 * KILLS);
      server.close();
    });
  });
}
