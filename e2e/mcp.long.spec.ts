import { type McpLoopback, serveMcp } from '../engine/testing/serving/serveMcp.ts';
import {
  card,
  downloadText,
  expectSaved,
  expectStatus,
  importText,
  openApp,
  runBadge,
  showSplit,
  startRun,
} from './app.ts';
import { expect, test } from './fixtures.ts';
import { setUp, showTools, TOKEN } from './mcp.ts';
import { drawer } from './runs.ts';

test.use({ actionTimeout: 10_000 });

let server: McpLoopback;
test.beforeEach(async () => {
  server = await serveMcp({ authorization: `Bearer ${TOKEN}` });
});
test.afterEach(() => server.close());

test('a server is set up with a secret in a header; its tools run, and are known after a reload', async ({ page }) => {
  await test.step('its tools are added as tasks and run', async () => {
    await openApp(page);
    await importText(page, 'desk.yaml', 'tasks: []\n');
    await setUp(page, server.url);
    await showTools(page);
    await expect(page.getByText('Adds two numbers.')).toBeVisible();

    await page.getByRole('button', { name: 'Add a task' }).click();
    await page.getByRole('button', { name: /^add\s*desk · Adds two numbers/ }).click();
    await expect(card(page, 'add')).toBeVisible();
    await expectSaved(page);
    const text = await downloadText(page);
    expect(text).toMatch(/use: "?mcp:desk\/add"?\n\s+with:\n\s+a: 0\n\s+b: 0/);
    expect(text).not.toContain('DESK_TOKEN');
    await expect(page.getByRole('button', { name: /\d+ (warning|error|problem)/ })).toBeHidden();
    await startRun(page);
    await expectStatus(page, 'add', 'Success');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(server.calls).toEqual(['add']);
  });
  await test.step('the tools are known after a reload, and proposed where use is written', async () => {
    await importText(page, 'more.yaml', 'tasks:\n  - id: a\n    type: basic\n    use: \n');
    await page.reload();
    await expectSaved(page);
    const editor = await showSplit(page);
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('mcp');
    await page.keyboard.press('ControlOrMeta+Space');
    await expect(page.getByRole('option', { name: /mcp:desk\/greet/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('what is wrong with a server is said where it is set up', async ({ page, problems }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add an MCP server' }).click();
  await page.getByLabel('Name of the server').fill('desk');
  await page.keyboard.press('Enter');
  await page.getByLabel('Address of desk').fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“nowhere” is not the address of a server')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show tools' })).toBeDisabled();
  await page.getByLabel('Address of desk').fill(server.url);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show tools' }).click();
  await expect(page.getByRole('alert')).toContainText(/401|key|authoriz/i);
  await page.getByRole('button', { name: 'Add a header to desk' }).click();
  await page.getByLabel('Name of a header of desk').fill('Authorization');
  await page.keyboard.press('Enter');
  await page.getByLabel('Value of Authorization of desk').fill('Bearer plain');
  await page.keyboard.press('Enter');
  await expect(page.getByText('is kept here in clear text')).toBeVisible();
  // The browser itself reports what was refused.
  expect(problems.splice(0).filter((problem) => !/401/.test(problem))).toEqual([]);
});

test('a run that resumes after a reload still reaches the servers', async ({ page }) => {
  const open = await serveMcp();
  try {
    await openApp(page);
    await importText(
      page,
      'late.yaml',
      `tasks:
  - { id: pause, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: add } }
  - { id: add, type: basic, use: "mcp:open/add", with: { a: 2, b: 3 } }
`,
    );
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'Add an MCP server' }).click();
    await page.getByLabel('Name of the server').fill('open');
    await page.keyboard.press('Enter');
    await page.getByLabel('Address of open').fill(open.url);
    await page.keyboard.press('Enter');
    await startRun(page);
    await expectStatus(page, 'pause', 'Waiting');
    await page.reload();
    await drawer(page)
      .getByRole('button', { name: /^pause, waiting/ })
      .click();
    await drawer(page).getByRole('button', { name: 'Send signal' }).click();
    await expect.poll(() => open.calls).toEqual(['add']);
    await expectStatus(page, 'add', 'Success');
  } finally {
    await open.close();
  }
});
