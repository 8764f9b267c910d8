import { card, edge, expectStatus, openApp, openFile, runBadge, startRun, watchStatuses } from './app.ts';
import { expect, test } from './fixtures.ts';

test('support triage: agents, a decision, a retry; what was not taken is skipped', async ({ page }) => {
  await openApp(page);
  const seen = await watchStatuses(page);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/, { timeout: 20_000 });
  expect(await seen()).toMatchObject({
    classify: ['Pending', 'Running', 'Success'],
    recent_incidents: ['Pending', 'Running', 'Retrying', 'Running', 'Success'],
  });
  for (const id of ['classify', 'route', 'gather', 'search_docs', 'recent_incidents', 'draft', 'note_reply']) {
    await expectStatus(page, id, 'Success');
  }
  for (const id of ['check_refund', 'escalate']) await expectStatus(page, id, 'Skipped');
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Simulated', { exact: true }).first()).toBeVisible();
  await expect(card(page, 'classify').getByText('Simulated', { exact: true })).toBeVisible();
  await expect(edge(page, 'From route, technical, to gather').locator('[data-state]')).toHaveAttribute(
    'data-state',
    'taken',
  );
  await expect(edge(page, 'From route, refund, to check_refund').locator('[data-state]')).toHaveAttribute(
    'data-state',
    'faded',
  );
});

test('support triage: an error is routed to a person', async ({ page }) => {
  await openApp(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('textbox', { name: /^Ticket/ }).fill('My lawyer will write to you.');
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expectStatus(page, 'classify', 'Error');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectStatus(page, 'escalate', 'Success');
  await page.getByRole('button', { name: /^Classify ticket, error/ }).click();
  const step = page.getByRole('region', { name: 'Step Classify ticket' });
  await expect(step.getByText('PROVIDER_ERROR').first()).toBeVisible();
  await expect(step.getByText('The model declined to sort this ticket.').first()).toBeVisible();
});

test('orders report: fetches JSON and CSV over HTTP and maps them', async ({ page }) => {
  const fetched: string[] = [];
  page.context().on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await openApp(page);
  await openFile(page, 'orders-report.yaml');
  await expect(page).toHaveTitle(/^orders-report/);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(fetched.filter((path) => path.startsWith('/samples/data/')).length).toBeGreaterThanOrEqual(2);
  for (const task of await page
    .getByRole('list', { name: 'Steps of the run' })
    .getByRole('button', { name: /, \w+, / })
    .all()) {
    await expect(task).toHaveAccessibleName(/, success, /);
  }
});

test('research fan-out: branches run side by side, then one answer', async ({ page }) => {
  await openApp(page);
  await openFile(page, 'research-fanout.yaml');
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/, { timeout: 20_000 });
  for (const id of ['plan', 'research', 'research_first', 'research_second', 'research_third', 'weigh', 'synthesize']) {
    await expectStatus(page, id, 'Success');
  }
  await page.getByRole('tab', { name: 'Output' }).first().click();
  await expect(page.getByRole('tree', { name: 'output' })).toBeVisible();
});
