import {
  card,
  dropText,
  expectSaved,
  expectStatus,
  importText,
  openApp,
  runBadge,
  startRun,
  watchStatuses,
} from './app.ts';
import { expect, test } from './fixtures.ts';

/** A workflow of one task that asks for a customer. */
function formOf(name: string): string {
  const input = '{ type: object, properties: { customer: { type: string } } }';
  return `name: ${name}\nschema: { input: ${input} }\ntasks: [{ id: ${name.toLowerCase()}, type: basic }]\n`;
}

test('runs are stopped, retried, and refused with the reason', async ({ page, problems }) => {
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

  await test.step('Stop is seen and leaves cards cancelled', async () => {
    await importText(
      page,
      'slow.yaml',
      `agents:
  - id: slow
    use: core:agent
    config: { provider: mock, model: m, mock: { latency: 60s } }
    actions: [{ id: go, instructions: Take your time, output: { type: object } }]
tasks:
  - id: think
    type: basic
    use: agent:slow
    on_success: { next: after }
  - id: after
    type: basic
`,
    );
    await startRun(page);
    await expectStatus(page, 'think', 'Running');
    await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
    await expectStatus(page, 'think', 'Cancelled');
  });

  await test.step('an endless cycle is stopped too, and the app stays usable meanwhile', async () => {
    await importText(
      page,
      'endless.yaml',
      `limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - id: ping
    type: basic
    on_success: { next: pong }
  - id: pong
    type: basic
    on_success: { next: ping }
`,
    );
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Running/);
    await page.getByRole('button', { name: 'Variables' }).click();
    await expect(page.getByRole('heading', { name: 'Variables' })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  });

  await test.step('a failing step retries, then its error route is taken', async () => {
    await importText(
      page,
      'missing.yaml',
      `tasks:
  - id: fetch
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 1s }
    on_error: { routes: { EXECUTION_ERROR: report }, retry: true }
  - id: report
    type: basic
    use: core:log
    with: { message: "{{ error.message }}" }
`,
    );
    const seen = await watchStatuses(page);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const statuses = (await seen())['fetch'];
    expect(statuses).toContain('Retrying');
    expect(statuses?.at(-1)).toBe('Error');
    await expectStatus(page, 'report', 'Success');
    expect(problems.splice(0).every((problem) => problem.includes('404'))).toBe(true);
  });

  await test.step('a wrong argument is reported with its call, on the card, above the steps and in the form of the task', async () => {
    await importText(
      page,
      'whose.yaml',
      `schema: { input: { type: object, properties: { rows: { type: array, default: [1] } } } }
tasks:
  - id: plan
    type: basic
    use: core:log
    with: { message: "{{ toJson(pick(workflow.input.rows ?? [], ['n'])) }}" }
`,
    );
    await startRun(page);
    const told =
      "with.message: in `pick(workflow.input.rows ?? [], ['n'])`, argument 1, `workflow.input.rows ?? []`, must be a map, not a list.";
    await expect(page.getByRole('region', { name: 'Run', exact: true }).getByText(told).first()).toBeVisible();
    await expect(card(page, 'plan').getByRole('button', { name: told })).toBeVisible();
    await card(page, 'plan').click({ position: { x: 70, y: 20 } });
    await page.getByRole('tab', { name: 'Last run' }).click();
    await expect(page.getByRole('complementary', { name: 'Inspector' }).getByText(told)).toBeVisible();
  });
});

test('a run keeps the input and the file of its form', async ({ page }) => {
  await openApp(page);

  await test.step('the run form runs the file it was opened for, though another one is opened behind it', async () => {
    await importText(page, 'first.yaml', formOf('First'));
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Trust and continue' }).click();
    const form = page.getByRole('dialog', { name: 'Run First' });
    await form.getByRole('textbox', { name: 'customer' }).fill('Blue Harbour');
    await dropText(page, 'second.yaml', formOf('Second'));
    await expect(page).toHaveTitle(/^second\.yaml/);
    await expect(form.getByRole('textbox', { name: 'customer' })).toHaveValue('Blue Harbour');
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).toHaveTitle(/^first\.yaml/);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expectStatus(page, 'first', 'Success');
  });

  await test.step('the last input is remembered for the file over a reload, and Mod+Enter repeats it', async () => {
    await page.reload();
    await expectSaved(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.getByRole('button', { name: /^first, success/ }).click();
    const step = page.getByRole('region', { name: 'Step first' });
    await step.getByRole('tab', { name: 'Input' }).click();
    await expect(step.getByText('"Blue Harbour"')).toBeVisible();
  });
});
