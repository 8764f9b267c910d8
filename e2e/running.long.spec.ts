import { card, expectSaved, expectStatus, importText, openApp, runBadge, startRun, watchStatuses } from './app.ts';
import { expect, test } from './fixtures.ts';

test('an endless run is stopped, a failing step is retried, and a wrong argument is told with its call', async ({
  page,
  problems,
}) => {
  await openApp(page);

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
    retry: { attempts: 1, backoff: fixed, interval: 1s, on: [404] }
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
    expect(statuses?.at(-1)).toBe('Handled error');
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

const FORM = `schema: { input: { type: object, properties: { customer: { type: string } } } }
tasks: [{ id: first, type: basic }]
`;

test('the last input is remembered for the file over a reload, and Mod+Enter repeats it', async ({ page }) => {
  await openApp(page);
  await importText(page, 'first.yaml', FORM);
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'customer' }).fill('Blue Harbour');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await page.reload();
  await expectSaved(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await page.getByRole('button', { name: /^first, success/ }).click();
  const step = page.getByRole('region', { name: 'Step first' });
  await step.getByRole('tab', { name: 'Input' }).click();
  await expect(step.getByText('"Blue Harbour"')).toBeVisible();
});
