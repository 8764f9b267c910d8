import { card, expectStatus, importText, openApp, runBadge, trustFile } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, drawer } from './runs.ts';

const TEXT = `name: Watched
schema:
  input:
    type: object
    required: [level]
    properties:
      level: { enum: [low, high], title: Level }
      count: { type: integer, minimum: 1, title: Count, default: 3 }
tasks:
  - id: choose
    type: decision
    config: { condition: "{{ workflow.input.level }}", routes: { low: approve }, default: { next: never } }
  - id: never
    type: basic
  - id: approve
    type: wait
    config: { signal: approve, timeout: 1h, check_interval: 1h }
    on_success: { next: broken }
  - id: broken
    type: basic
    use: core:raise
    with: { code: EXECUTION_ERROR, message: It was meant to be }
    on_error: { next: after }
  - id: after
    type: basic
outputs: { count: "{{ workflow.input.count }}" }
`;

test('a run begins with a form that checks what it is given, outlives its page, and is watched to its end', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'watched.yaml', TEXT);

  await test.step('the form asks for what is missing, and the run begins with what is filled in', async () => {
    await bar(page).getByRole('button', { name: 'Run' }).click();
    await trustFile(page);
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(form.getByText('A value is required')).toBeVisible();
    await form.getByRole('combobox', { name: /^Level/ }).click();
    await page.getByRole('option', { name: 'low' }).click();
    await form.getByRole('textbox', { name: 'Count' }).fill('7');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(form).toBeHidden();
    await expectStatus(page, 'approve', 'Waiting');
  });

  await test.step('a run whose page went away resumes once it is back', async () => {
    await page.reload();
    await expectStatus(page, 'approve', 'Waiting');
    await expect(runBadge(page)).toHaveText(/^Waiting/);
  });

  await test.step('it gets its signal, and every task shows how it ended', async () => {
    await drawer(page)
      .getByRole('button', { name: /^approve, waiting/ })
      .click();
    await expect(card(page, 'approve')).toHaveClass(/selected/);
    await drawer(page).getByRole('textbox', { name: 'Waits for the signal approve' }).fill('{"by": "Ada"}');
    await drawer(page).getByRole('button', { name: 'Send signal' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.getByRole('button', { name: 'Fit everything' }).click();
    for (const id of ['choose', 'approve', 'after']) await expectStatus(page, id, 'Success');
    await expectStatus(page, 'broken', 'Error');
    await expectStatus(page, 'never', 'Skipped');
    await drawer(page).getByRole('tab', { name: 'Output' }).first().click();
    const output = drawer(page).getByRole('region', { name: 'Output of the run' });
    await expect(output.getByRole('treeitem', { name: /^count:? ?7$/ })).toBeVisible();
  });
});
