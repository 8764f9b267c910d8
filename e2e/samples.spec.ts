import { card, edge, expectStatus, openApp, runBadge, startRun, watchStatuses } from './app.ts';
import { expect, test } from './fixtures.ts';

test('support triage: every sample is listed, and the first one runs to its end', async ({ page }) => {
  await test.step('a first visit lists every sample', async () => {
    await openApp(page);
    await expect(page).toHaveTitle(/^support-triage/);
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    const rows = page.getByRole('region', { name: 'Files' }).getByRole('button', { name: /^[\w-]+\.yaml$/ });
    await expect(rows).toHaveText([
      'mcp-sum.yaml',
      'orders-report.yaml',
      'purchase-approval.yaml',
      'research-fanout.yaml',
      'support-desk.yaml',
      'support-triage.yaml',
    ]);
  });
  await test.step('support triage: agents, a decision, a retry; what was not taken is skipped', async () => {
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    const seen = await watchStatuses(page);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(await seen()).toMatchObject({
      classify: ['Pending', 'Running', 'Success'],
      recent_incidents: ['Pending', 'Running', 'Retrying', 'Running', 'Success'],
    });
    for (const id of ['classify', 'route', 'gather', 'search_docs', 'recent_incidents', 'draft', 'note_reply']) {
      await expectStatus(page, id, 'Success');
    }
    for (const id of ['check_refund', 'escalate']) await expectStatus(page, id, 'Skipped');
    const run = page.getByRole('region', { name: 'Run', exact: true });
    // Told once, by the run; a card has a small mark, and its colours stay those of its type.
    await expect(run.getByText(/Simulated/)).toHaveText('Simulated models');
    await expect(card(page, 'classify').getByRole('img', { name: 'Simulated answer' })).toBeVisible();
    await expect(card(page, 'route').getByRole('img', { name: 'Simulated answer' })).toHaveCount(0);
    await expect(edge(page, 'From route, technical, to gather').locator('[data-state]')).toHaveAttribute(
      'data-state',
      'taken',
    );
    await expect(edge(page, 'From route, refund, to check_refund').locator('[data-state]')).toHaveAttribute(
      'data-state',
      'faded',
    );
  });
});
