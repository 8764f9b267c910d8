import { expectNoBarrier } from './access.ts';
import { openConsole } from './console.ts';
import { expect, test } from './fixtures.ts';
import { addServer, command } from './runs.ts';
import { ServedFolder } from './serving.ts';

const NAP = `tasks:
  - { id: nap, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

const CONFIG = `schedules:
  nightly: { workflow: nap, cron: "0 3 1 1 *" }
limits: [{ workflow: nap, active: 4, queue: 20 }]
keep: { runs: 500, rules: [{ status: error, days: 365 }] }
on_failure: { "*": nap }
`;

let served: ServedFolder;

test.beforeAll(() => {
  served = new ServedFolder({ 'nap.yaml': NAP, 'signalbox.serve.yaml': CONFIG }, 'admin');
});
test.afterAll(() => served.remove());

test('a server is operated by keys: its schedule is run and paused, and its runs are cancelled together and removed', async ({
  page,
}) => {
  await openConsole(page, served, 'nap.yaml', NAP);
  await addServer(page, served);
  await page.keyboard.press('Escape');
  const runIds: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const started = await served.ask('/api/workflows/nap/runs', { input: {} });
    runIds.push((started as { readonly id: string }).id);
  }
  await command(page, 'Server: schedules, limits, audit log');
  const view = page.getByRole('dialog', { name: 'Server' });
  const nightly = view.getByRole('listitem', { name: 'nightly' });
  await expect(nightly).toContainText('no scheduled run yet');
  await nightly.getByRole('button', { name: 'Run the schedule nightly now' }).press('Enter');
  await expect(page.getByText('A run of nightly was started.')).toBeVisible();
  await nightly.getByRole('button', { name: 'Pause the schedule nightly' }).press('Enter');
  await expect(nightly).toContainText('Starts nothing until it is resumed');
  await expectNoBarrier(page, view);
  await page.setViewportSize({ width: 390, height: 800 });
  await nightly.getByRole('button', { name: 'Resume the schedule nightly' }).click();
  await expect(nightly.getByRole('button', { name: 'Pause the schedule nightly' })).toBeVisible();
  await view.getByRole('tab', { name: 'Limits' }).click();
  await expect(view.getByRole('row', { name: 'nap.yaml' })).toContainText('3');
  await expectNoBarrier(page, view);
  await view.getByRole('tab', { name: 'Audit log' }).click();
  await expect(view.getByText('token console paused the schedule nightly')).toBeVisible();
  await expectNoBarrier(page, view);
  await page.setViewportSize({ width: 1280, height: 800 });
  await view.getByRole('tab', { name: 'Kept runs' }).click();
  await view.getByRole('button', { name: 'Show the runs as a table' }).click();
  const table = page.getByRole('dialog', { name: 'All runs' });
  const grid = table.getByRole('grid', { name: 'All runs' });
  await expect(table.getByText('3 runs')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await table.getByRole('button', { name: 'Cancel…' }).press('Enter');
  await expect(table.getByText(/^Cancel 3 runs on 127\.0\.0\.1:\d+\?$/)).toBeVisible();
  await table.getByRole('button', { name: 'Cancel the runs' }).press('Enter');
  await expect(page.getByText('3 runs were cancelled.')).toBeVisible();
  await expect(grid.getByText('Cancelled', { exact: true })).toHaveCount(3);
  await grid.focus();
  await page.keyboard.press('Delete');
  await expect(table.getByText(/^Delete 3 runs on 127\.0\.0\.1:\d+ permanently\?$/)).toBeVisible();
  await expectNoBarrier(page, table);
  await table.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(page.getByText('3 runs were deleted.')).toBeVisible();
  await expect(table.getByText('No runs yet')).toBeVisible();
  for (const id of runIds) expect(await served.ask(`/api/runs/${id}`)).toMatchObject({ code: 'UNKNOWN_RUN' });
});
