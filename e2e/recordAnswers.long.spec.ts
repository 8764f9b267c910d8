import { serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { expectNoBarrier } from './access.ts';
import { importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { command } from './runs.ts';
import { openTests } from './testsPanel.ts';

test('a test that lacks answers has its calls made once they are allowed, says which, and passes without them', async ({
  page,
}) => {
  const requests: string[] = [];
  const server = await serveLoopback((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method !== 'OPTIONS') requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ open: 3 }));
  });
  await openApp(page);
  await importText(
    page,
    'orders.yaml',
    `tasks:
  - { id: orders, type: basic, use: core:http, with: { url: '${server.url}orders' }, on_success: { next: mail } }
  - { id: mail, type: basic, use: core:http, with: { url: '${server.url}mail', method: POST, body: {} } }
outputs: { open: '{{ tasks.orders.output.body.open }}' }
`,
  );
  await importText(page, 'orders.test.yaml', 'tests: [{ name: three are open, expect: { output: { open: 3 } } }]\n');
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).click();
  const failed = panel.getByRole('list', { name: 'Why “three are open” failed' });
  await expect(failed).toContainText('the test does not answer it');
  // Nothing was compared, so there is nothing to update.
  await expect(panel.getByRole('button', { name: 'Update expectations…' })).toBeHidden();
  await expect(failed.getByRole('button', { name: 'Test, line 1' })).toBeVisible();
  await panel.getByRole('button', { name: 'Record missing answers…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record missing answers: three are open' });
  await expect(dialog).toContainText('one that sends or pays does so');
  await expectNoBarrier(page, dialog);
  await dialog.getByRole('button', { name: 'Make the calls' }).click();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await expect(page.getByText(/^2 calls made: GET \S+orders, POST \S+mail\. Their answers were written/)).toBeVisible();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
  expect(requests).toEqual(['GET /orders', 'POST /mail']);

  // From now on they are not made again; and one step takes the answers back.
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
  await command(page, 'Undo');
  await expect(panel.getByText('Changed', { exact: true })).toBeVisible();
  expect(requests).toHaveLength(2);
});
