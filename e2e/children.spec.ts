import { openApp, runBadge, startRun } from './app.ts';
import { answerHold, countPaths, HOLD, importFamily, inner, openCall, waitForRecords } from './children.ts';
import { expect, test } from './fixtures.ts';
import { serveCalls, waitFor } from './killable.ts';
import { runsAround } from './runs.ts';

test('a workflow inside of a run continues after a reload, opens from its step, gets its signal, and leads back', async ({
  page,
}) => {
  const server = await serveCalls(() => 10);
  try {
    await openApp(page);
    await importFamily(page, inner(server.url, HOLD), '[1]');
    const from = server.calls.length;
    await startRun(page);
    await waitFor('the first step inside', () => (server.calls.length === from + 1 ? true : undefined));
    await waitForRecords(page, server.calls.slice(from));
    await page.reload();
    await expect(runBadge(page)).toHaveText(/^Waiting/);
    await openCall(page, 0);
    await expect(runsAround(page)).toContainText('inner.yaml');
    await answerHold(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await runsAround(page).getByRole('button', { name: 'outer.yaml' }).click();
    await expect(runsAround(page)).toBeHidden();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(countPaths(server.calls.slice(from))).toEqual({ '/one': 1, '/two': 1 });
  } finally {
    server.close();
  }
});
