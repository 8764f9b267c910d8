import { serveMcp } from '../engine/testing/serving/serveMcp.ts';
import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, openByMenu, openFile, openRunForm, runBadge, showSplit, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, drawer } from './runs.ts';

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

const REMEMBERING = `memory: { id: chat, vector: { use: "core:in-memory", dimensions: 64, config: {} } }
tools:
  - { id: keep, use: "core:memory", schema: { input: { type: object }, output: { type: object } } }
tasks:
  - { id: say, type: basic, use: "tool:keep", with: { op: append, content: My invoice was charged twice } }
`;

const CALLING =
  'tasks:\n  - id: call\n    type: basic\n    use: core:http\n    with: { url: "http://127.0.0.1:9/", headers: { x-api-key: "{{ env.KEY }}" } }\n';

test('on a phone the inspector of a task, and the workflow with its run, have no barrier', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('application', { name: 'Workflow canvas' })).toBeVisible();
  await card(page, 'classify').click();
  await expect(page.getByRole('button', { name: 'Close the inspector' })).toBeVisible();
  await expectNoBarrier(page, page.getByRole('complementary', { name: 'Inspector' }));
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectNoBarrier(page);
});

test('fields and editors of code with their suggestions', async ({ page }) => {
  test.slow();
  await openApp(page);
  await importText(page, 'call.yaml', CALLING);
  await card(page, 'call').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('tab', { name: 'YAML' }).click();
  const yaml = inspector.getByRole('textbox', { name: 'The task as YAML' });
  await yaml.press('ControlOrMeta+End');
  await yaml.press('Enter');
  await yaml.pressSequentially('ret');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+Enter');
  const large = page.getByRole('dialog', { name: 'The task as YAML' });
  await expect(large.locator('.native-edit-context')).toBeFocused();
  await expectNoBarrier(page);
  await large.getByRole('button', { name: 'Give up' }).click();
  const editor = await showSplit(page);
  await expectNoBarrier(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('me');
  await expect(page.locator('.suggest-widget.visible')).toBeVisible();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.locator('.find-widget.visible')).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('radio', { name: 'Code' }).click();
  await expectNoBarrier(page);
});

test('what is asked about files from outside and secrets', async ({ page }) => {
  await openApp(page);
  await importText(page, 'call.yaml', CALLING);
  await openRunForm(page);
  await expect(page.getByRole('dialog', { name: 'Trust “call.yaml”?' })).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('button', { name: 'Set variables' }).click();
  await page.getByRole('button', { name: 'KEY', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value of KEY' }).fill('a-secret-value');
  await page.keyboard.press('Enter');
  await startRun(page);
  const question = page.getByRole('dialog', { name: /^May KEY go to/ });
  await expect(question).toBeVisible();
  await expectNoBarrier(page);
  await question.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('region', { name: 'Why the run failed' })).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('combobox', { name: 'How long KEY is kept' }).click();
  await page.getByRole('option', { name: 'On this device, with a passphrase' }).click();
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
  await expectNoBarrier(page);
});

test('what a memory holds and what an MCP server offers', async ({ page }) => {
  const server = await serveMcp();
  try {
    await openApp(page);
    await importText(page, 'memory.yaml', REMEMBERING);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await openByMenu(page, 'Memory');
    const panel = page.getByRole('region', { name: 'Memory', exact: true });
    await expect(panel.getByText('1 thread')).toBeVisible();
    await expectNoBarrier(page);
    await panel.getByRole('searchbox').fill('invoice');
    await panel.getByRole('searchbox').press('Enter');
    await expect(panel.getByText(/most similar first/)).toBeVisible();
    await expectNoBarrier(page);
    await panel
      .getByRole('list', { name: /^Messages found/ })
      .getByRole('button')
      .first()
      .click();
    await panel.getByRole('button', { name: 'Clear this thread' }).click();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'Add an MCP server' }).click();
    await page.getByLabel('Name of the server').fill('desk');
    await page.keyboard.press('Enter');
    await page.getByLabel('Address of desk').fill(server.url);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show tools' }).click();
    await expect(page.getByText('mcp:desk/add')).toBeVisible();
    await expectNoBarrier(page);
  } finally {
    await server.close();
  }
});

test('a phone: canvas, menus, panels, inspector, run and question', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('application', { name: 'Workflow canvas' })).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'More panels' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('menuitem').first().click();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Back to the workflow' }).click();
  await card(page, 'classify').click();
  await expect(page.getByRole('button', { name: 'Close the inspector' })).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const tabs = page.getByRole('tablist', { name: 'Run', exact: true });
  for (const tab of await tabs.getByRole('tab').all()) {
    await tab.click();
    await expectNoBarrier(page);
  }
  await tabs.getByRole('tab', { name: 'Timeline' }).click();
  await drawer(page)
    .getByRole('button', { name: /^Classify ticket, success/ })
    .click();
  for (const tab of await page.getByRole('tablist', { name: 'Parts of the step' }).getByRole('tab').all()) {
    await tab.click();
    await expectNoBarrier(page);
  }
  await page.getByRole('button', { name: 'Close step' }).click();
  await openFile(page, 'purchase-approval.yaml');
  await startRun(page);
  await expect(bar(page).getByRole('button', { name: '1 waits for an answer' })).toBeVisible();
  await expectNoBarrier(page);
});
