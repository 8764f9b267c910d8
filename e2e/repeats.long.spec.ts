import { createServer } from 'node:http';
import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { createProfile, launchKillable, origin, pageOf, pause, waitFor } from './killable.ts';

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

async function openNewestRun(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  const row = page.getByRole('list', { name: 'Runs, newest first' }).getByRole('button', { name: /asks about calls/ });
  await row.click();
}

/** Kills the browser while a run makes two calls, and looks at that run in another one that has its profile, some ms later. */
async function reopenAfterKill(
  idle: number,
  look: (page: Page, server: Awaited<ReturnType<typeof serveCounted>>) => Promise<void>,
): Promise<void> {
  const server = await serveCounted();
  const profile = createProfile();
  let browser = await launchKillable(profile.folder);
  const openPage = async (): Promise<Page> => {
    const page = await pageOf(browser);
    await openApp(page, origin());
    return page;
  };
  try {
    const page = await openPage();
    await importText(page, 'cut.yaml', makeWorkflow(server.url));
    await expectSaved(page);
    await startRun(page);
    await waitFor('both calls', () => (server.calls.length === 2 ? true : undefined));
    await browser.kill();
    server.answer();
    await pause(idle);

    browser = await launchKillable(profile.folder);
    const reopened = await openPage();
    await openNewestRun(reopened);
    await look(reopened, server);
  } finally {
    await browser.kill();
    server.close();
    profile.remove();
  }
}

test('a run whose browser was killed asks before it repeats calls', async () => {
  test.setTimeout(120_000);
  await reopenAfterKill(0, async (page, { calls }) => {
    const asked = page.getByRole('region', { name: 'Calls that were cut off' });
    await expect(asked).toContainText('2 calls were cut off.');
    expect(calls).toHaveLength(2);
    await asked.getByRole('button', { name: 'Send the call of order again' }).click();
    await asked.getByRole('button', { name: 'Give up on the call of mail' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(calls.toSorted()).toEqual(['/mail', '/order', '/order']);
    await expectStatus(page, 'mail', 'Handled error');
    await expect(page.getByRole('img', { name: 'Made again' }).first()).toBeAttached();
  });
});

test('calls that were cut off are told with their times, no idle time counts as work, and what was made again is marked', async () => {
  test.setTimeout(240_000);
  await reopenAfterKill(2_000, async (page, { calls, url }) => {
    const asked = page.getByRole('region', { name: 'Calls that were cut off' });
    await expect(asked).toContainText('2 calls were cut off.');
    await expect(asked).toContainText(`POST ${url}/order`);
    await expect(asked).toContainText(/made at \d+:\d\d:\d\d/);
    expect(calls).toHaveLength(2);
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
    expect(calls.toSorted()).toEqual(['/mail', '/order', '/order']);
    await expectStatus(page, 'mail', 'Handled error');
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
  });
});
