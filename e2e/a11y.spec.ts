import { serveMcp } from '../engine/testing/serveMcp.ts';
import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, runBadge, showSplit, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

const REMEMBERING = `memory: { id: chat, vector: { use: "core:in-memory", dimensions: 64, config: {} } }
tools:
  - { id: keep, use: "core:memory", schema: { input: { type: object }, output: { type: object } } }
tasks:
  - { id: say, type: basic, use: "tool:keep", with: { op: append, content: My invoice was charged twice } }
`;

async function finishRun(page: Page): Promise<void> {
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

test('design, split and every side panel are open to all', async ({ page }) => {
  test.slow();
  await openApp(page);
  await expectNoBarrier(page);
  for (const name of ['Add a task', 'Files', 'Agents, tools and memory', 'Memory', 'Run history', 'Variables']) {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name, exact: true }).click();
    await expectNoBarrier(page);
  }
  await showSplit(page);
  await expectNoBarrier(page);
});

test('menus, forms, the editor alone and what is asked in dialogs are open to all', async ({ page }) => {
  test.slow();
  await openApp(page);
  const menus = ['support-triage.yaml', 'Export', 'Settings'];
  for (const name of menus) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
  }
  for (const name of ['Outline', 'Find', 'Inbox']) {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name, exact: true }).click();
    await expectNoBarrier(page);
  }
  await card(page, 'route').click({ position: { x: 60, y: 20 } });
  for (const name of ['Task', 'Handlers', 'Retry', 'Last run', 'YAML']) {
    await page.getByRole('complementary', { name: 'Inspector' }).getByRole('tab', { name }).click();
    await expectNoBarrier(page);
  }
  await page.keyboard.press('Escape');
  await card(page, 'route').click({ button: 'right', position: { x: 60, y: 20 } });
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Code' }).click();
  await expect(page.getByRole('textbox', { name: /YAML/ })).toBeAttached();
  await expectNoBarrier(page);
  await page.getByRole('radio', { name: 'Design' }).click();
  await importText(page, 'broken.yaml', 'tasks:\n  - { id: a, type: basic }\n  - "open\n');
  await expect(page.getByText(/^The YAML cannot be read/).first()).toBeVisible();
  await expectNoBarrier(page);
  await importText(page, 'blank.yaml', '');
  await expectNoBarrier(page);
});

test('the form of a run, a finished run and its steps are open to all', async ({ page }) => {
  test.slow();
  await openApp(page);
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await finishRun(page);
  await expectNoBarrier(page);
  await page.getByRole('button', { name: /^Recent incidents, / }).click();
  await expectNoBarrier(page);
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  for (const tab of ['Events', 'Output', 'Text', 'Problems']) {
    await page.getByRole('tablist', { name: 'Run' }).getByRole('tab', { name: tab }).click();
    await expectNoBarrier(page);
  }
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('button', { name: 'Run history', exact: true })
    .click();
  await expectNoBarrier(page);
});

test('what a memory holds and what an MCP server offers are open to all', async ({ page }) => {
  test.slow();
  const server = await serveMcp();
  try {
    await openApp(page);
    await importText(page, 'memory.yaml', REMEMBERING);
    await finishRun(page);
    await page.getByRole('button', { name: 'Memory', exact: true }).click();
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

test('the command palette and the list of shortcuts are open to all', async ({ page }) => {
  await openApp(page);
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarrier(page);
});

test('what is asked about files from outside, secrets and prices is open to all', async ({ page }) => {
  await openApp(page);
  await importText(
    page,
    'call.yaml',
    'tasks:\n  - id: call\n    type: basic\n    use: core:http\n    with: { url: "http://127.0.0.1:9/", headers: { x-api-key: "{{ env.KEY }}" } }\n',
  );
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
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
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByPlaceholder(/^Type an action/).fill('Model prices');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Model prices' })).toBeVisible();
  await expectNoBarrier(page);
});

test('a phone is open to all', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('application', { name: 'Workflow canvas' })).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'More panels' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await finishRun(page);
  await expectNoBarrier(page);
});
