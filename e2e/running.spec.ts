import { dropText, expectStatus, importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';

/** A workflow that asks for a customer, whose model takes its time. */
const SLOW = `name: Slow
schema: { input: { type: object, properties: { customer: { type: string } } } }
agents:
  - id: slow
    use: core:agent
    config: { provider: mock, model: m, mock: { latency: 60s } }
    actions: [{ id: go, instructions: Take your time, output: { type: object } }]
tasks:
  - { id: think, type: basic, use: "agent:slow", on_success: { next: after } }
  - { id: after, type: basic }
`;

test('a run is refused with the reason, is of the file of its form, and is stopped', async ({ page }) => {
  await openApp(page);

  await test.step('a workflow with errors does not start and says why', async () => {
    await importText(page, 'wrong.yaml', 'tasks:\n  - id: a\n    type: basic\n    on_success: { next: nowhere }\n');
    await expect(page.getByRole('banner').getByRole('button', { name: '1 error' })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await expect(
      page
        .getByRole('region', { name: 'Run', exact: true })
        .getByText(/nowhere/)
        .first(),
    ).toBeVisible();
    await expect(runBadge(page)).toHaveCount(0);
  });

  await test.step('the run form runs the file it was opened for, though another one is opened behind it', async () => {
    await importText(page, 'slow.yaml', SLOW);
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Trust and continue' }).click();
    const form = page.getByRole('dialog', { name: 'Run Slow' });
    await form.getByRole('textbox', { name: 'customer' }).fill('Blue Harbour');
    await dropText(page, 'other.yaml', 'tasks: [{ id: other, type: basic }]\n');
    await expect(page).toHaveTitle(/^other\.yaml/);
    await expect(form.getByRole('textbox', { name: 'customer' })).toHaveValue('Blue Harbour');
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).toHaveTitle(/^slow\.yaml/);
    await expectStatus(page, 'think', 'Running');
  });

  await test.step('Stop is seen and leaves cards cancelled', async () => {
    await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
    await expectStatus(page, 'think', 'Cancelled');
  });
});
