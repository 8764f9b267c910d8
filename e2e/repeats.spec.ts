import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { createProfile, launchKillable, pause, waitFor } from './killable.ts';

/** A server that counts calls by path, and answers none of them until it is told to. */
async function serveCounted() {
  const calls: string[] = [];
  let answers = false;
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    calls.push(request.url ?? '');
    if (answers) response.setHeader('content-type', 'application/json').end(JSON.stringify({ n: calls.length }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  return {
    calls,
    url: `http://127.0.0.1:${address.port}`,
    answer: () => {
      answers = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function makeWorkflow(url: string): string {
  return `name: Cut off
tasks:
  - id: both
    type: parallel
    config: { fail_fast: false }
    tasks:
      - { id: order, type: basic, use: core:http, with: { url: "${url}/order", method: POST } }
      - { id: mail, type: basic, use: core:http, with: { url: "${url}/mail", method: POST } }
    on_success: { next: after }
    on_error: { next: after }
  - { id: after, type: basic, with: { done: true } }
`;
}

function origin(): string {
  return test.info().project.use.baseURL ?? '';
}

async function openNewestRun(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  const row = page.getByRole('list', { name: 'Runs, newest first' }).getByRole('button', { name: /asks about calls/ });
  await row.click();
}

test('a run whose browser was killed asks before it repeats calls, counts no idle time as work, and marks what was made again', async () => {
  test.setTimeout(240_000);
  const server = await serveCounted();
  const profile = createProfile();
  let browser = await launchKillable(profile.folder);
  try {
    let page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await openApp(page, origin());
    await importText(page, 'cut.yaml', makeWorkflow(server.url));
    await expectSaved(page);
    await startRun(page);
    await waitFor('both calls', () => (server.calls.length === 2 ? true : undefined));
    await browser.kill();
    server.answer();
    await pause(2_000);

    browser = await launchKillable(profile.folder);
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await openApp(page, origin());
    await openNewestRun(page);
    const asked = page.getByRole('region', { name: 'Calls that were cut off' });
    await expect(asked).toContainText('2 calls were cut off.');
    await expect(asked).toContainText(`POST ${server.url}/order`);
    await expect(asked).toContainText(/made at \d+:\d\d:\d\d/);
    expect(server.calls).toHaveLength(2);
    const folder = process.env['SIGNALBOX_PICTURES'];
    if (folder !== undefined) {
      await page.setViewportSize({ width: 1440, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/asked-${colorScheme}.png` });
      }
    }

    await asked.getByRole('button', { name: 'Send the call of order again' }).click();
    await expect(asked).toContainText('A call was cut off.');
    await asked.getByRole('button', { name: 'Give up on the call of mail' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(server.calls.slice().sort()).toEqual(['/mail', '/order', '/order']);
    await expectStatus(page, 'mail', 'Error');
    await expect(page.getByRole('img', { name: 'Made again' }).first()).toBeAttached();
    await expect(page.getByRole('list', { name: 'Interruptions of the run' })).toContainText('Interrupted for');
    const row = page.getByRole('button', { name: /^order, success.*made again/ });
    await row.click();
    const step = page.getByRole('region', { name: 'Step order' });
    await expect(step.getByText('Made again', { exact: true }).first()).toBeVisible();
    await step.getByRole('tab', { name: /Calls/ }).click();
    await expect(step).toContainText(/was made at .*, again at .*, since a person said so/);
    if (folder !== undefined) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/again-${colorScheme}.png` });
      }
    }
  } finally {
    await browser.kill();
    server.close();
    profile.remove();
  }
});
