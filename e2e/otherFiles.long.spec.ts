import { card, downloadText, importText, openApp, runBadge, showSplit, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { askToComplete, CONFIG, completeSecond, editAsText, renameSecond, saveAsTest, TWO } from './otherFiles.ts';

const ORDERS = 'tasks:\n  - id: first\n    type: map\n    config: { mapping: { a: 1 } }\n';
const TWO_TESTS = `tests:
  - name: both run
    expect:
      never:
        - second
      path: `;

const AGENT = `agents:
  - id: sorter
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { responses: [{ topic: refund }] } }
    actions: [{ id: sort, instructions: Sort it., output: { type: object, required: [topic], properties: { topic: { type: string } } } }]
tasks:
  - { id: sort, type: basic, use: "agent:sorter", with: { prompt: hi }, on_success: { next: ask } }
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1m } }
outputs: { topic: '{{ tasks.sort.output.topic }}' }
`;

test('what configures a server, and tests, are checked and completed as that, and neither runs', async ({ page }) => {
  await openApp(page);
  await importText(page, 'orders.yaml', ORDERS);

  await test.step('no task is put into what configures a server', async () => {
    await importText(page, 'signalbox.serve.yaml', CONFIG);
    await expect(page.getByText('What the server does by itself')).toBeVisible();
    await page.getByRole('button', { name: 'Add a task' }).click();
    await page
      .getByRole('region', { name: 'Add a task' })
      .getByRole('button', { name: /^Shape data/ })
      .click();
    await expect(page.getByText('This file says what a server does, and has no tasks.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('what configures a server is checked and completed as that, and does not run', async () => {
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
    const editor = await editAsText(page);
    await expect(await askToComplete(page)).toHaveText([/skip.*default/, /queue/, /start/]);
    await page.keyboard.type('que');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /1 error/ }).click();
    await expect(page.getByText('there is no file order.yaml in the folder')).toBeVisible();
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await page.keyboard.press('Escape');
    await expect(page.getByText('there is no file order.yaml in the folder')).toBeHidden();
  });

  await test.step('tests of a workflow are checked against it and completed from it, and do not run', async () => {
    await importText(
      page,
      'orders.test.yaml',
      'tests:\n  - name: it is counted\n    expect:\n      never: [fisrt]\n      path: ',
    );
    await expect(page.getByRole('heading', { name: 'Tests of orders.yaml' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
    await editAsText(page);
    await expect(await askToComplete(page)).toHaveText([/first/]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /2 errors/ }).click();
    await expect(page.getByText('The workflow has no task “fisrt”. Is it “first”?')).toBeVisible();
  });
});

test('a run becomes a test, which is explained, completed and follows its tasks', async ({ page }) => {
  await openApp(page);

  await test.step('a run becomes a test beside its workflow', async () => {
    await importText(page, 'sort.yaml', AGENT);
    await startRun(page);
    await card(page, 'ask').getByRole('button', { name: 'Answer ask' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send signal' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await saveAsTest(page, 'sort.test.yaml');
    const text = await downloadText(page);
    expect(text).toContain('\n    signals: [{name: go, at: ');
    expect(text).toContain('\n      path: {exactly: [sort, ask]}\n');
    // What gives the same for the same needs no answer.
    expect(text).not.toContain('answers');
    await expect(page.getByRole('button', { name: /error/ })).toBeHidden();
  });

  await test.step('tests are explained and completed, lead to their tasks, and follow a task that is renamed', async () => {
    await importText(page, 'two.yaml', TWO);
    await importText(page, 'two.test.yaml', TWO_TESTS);
    await page.getByRole('button', { name: 'Edit as text' }).click();
    const editor = await showSplit(page);
    await page
      .locator('.view-line span span')
      .filter({ hasText: /^never$/ })
      .hover();
    await expect(page.locator('.monaco-hover').getByText('Tasks that must not start.')).toBeVisible();
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('[');
    const written = await completeSecond(page);
    expect(written).toBe(`${TWO_TESTS}[second]`);
    await renameSecond(page, editor, written);
  });
});
