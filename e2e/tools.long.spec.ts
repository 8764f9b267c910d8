import { serveMcp } from '../engine/testing/serving/serveMcp.ts';
import { BUILT_INS, builtInUse } from '../engine/tools/index.ts';
import { card, downloadText, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { SCRIPTS } from './tools.ts';

/** Stops the run. */
async function stop(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click();
  await expect(runBadge(page)).toHaveText(/^Cancelled after/);
}

test('scripts run in a sandbox, and workflows inside of another; both stop', async ({ page }) => {
  await openApp(page);

  await test.step('values are kept and files are written on the way to it', async () => {
    await importText(page, 'scripts.yaml', SCRIPTS);
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await startRun(page);
    await expectStatus(page, 'write', 'Success');
    await expectStatus(page, 'endless', 'Running');
    await stop(page);
  });

  await test.step('a workflow runs another one of the workspace, says what was made up in it, and ends it when it is stopped', async () => {
    await importText(
      page,
      'inner.yaml',
      `agents: [{ id: a, use: core:agent, config: { provider: mock, model: m, mock: { responses: [{ text: Hello }] } } }]
tasks:
  - { id: greet, type: basic, use: agent:a, with: { prompt: Hi } }
outputs: { said: "{{ tasks.greet.output }}" }
`,
    );
    // What came from outside runs inside of another only once it was trusted.
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success/);
    await importText(
      page,
      'endless.yaml',
      `tasks:
  - { id: turn, type: basic, use: core:javascript, with: { code: "for (;;) {}" }, on_error: { next: keep } }
  - { id: keep, type: basic, use: core:kv, with: { op: set, key: after, value: 1 } }
`,
    );
    await startRun(page);
    await expectStatus(page, 'turn', 'Running');
    await stop(page);
    await importText(
      page,
      'outer.yaml',
      `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml }, on_success: { next: left } }
  - { id: left, type: basic, use: core:kv, with: { op: get, key: after }, on_success: { next: first } }
  - id: first
    type: decision
    config: { condition: "{{ tasks.left.output.value == null }}", routes: { true: stopped, false: wrong } }
  - { id: wrong, type: basic, use: core:raise }
  - { id: stopped, type: basic, use: core:workflow, with: { file: endless.yaml } }
`,
    );
    for (let round = 0; round < 2; round += 1) {
      await startRun(page);
      await expectStatus(page, 'stopped', 'Running');
      await expect(card(page, 'call').getByRole('img', { name: 'Simulated answer' })).toBeVisible();
      await stop(page);
    }
  });
});

test('built-ins are added and set up by their controls', async ({ page }) => {
  await openApp(page);

  await test.step('every built-in is added from the palette, with an input that runs as it is', async () => {
    await importText(page, 'all.yaml', 'tasks: []\n');
    // What a new request calls until it has an address of its own.
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('https://example.com/**', (route) => route.fulfill({ json: {}, headers }));
    await page.getByRole('button', { name: 'Add a task' }).click();
    const palette = page.getByRole('region', { name: 'Add a task' });
    for (const { name, title, summary } of BUILT_INS) {
      await palette.getByRole('button', { name: `${title} ${summary}` }).click();
      await expect(card(page, name)).toBeVisible();
    }
    const text = await downloadText(page);
    expect([...text.matchAll(/use: (\S+)/g)].map(([, use]) => use)).toEqual(BUILT_INS.map(builtInUse));
    // The workflow that the last one names is not there yet.
    await expect(page.getByRole('button', { name: /\d+ (warning|error|problem)/ })).toHaveAccessibleName('1 warning');
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await startRun(page);
    // Each reads the result of the one before; what the script passes on is no table.
    for (const name of ['http', 'javascript']) await expectStatus(page, name, 'Success');
    await expectStatus(page, 'csv', 'Error');
  });

  await test.step('a tool asks for the settings of the built-in it runs, each in its control', async () => {
    const text = `tools:
  - id: table
    use: core:csv
    schema: { input: { type: object }, output: { type: object } }
tasks: [{ id: read, type: basic, use: "tool:table", with: { text: "a" } }]
`;
    await importText(page, 'table.yaml', text);
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
    await page.getByRole('button', { name: 'table core:csv' }).click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('switch', { name: 'header' })).toBeVisible();
    await inspector.getByRole('textbox', { name: 'Delimiter', exact: true }).fill(';');
    await page.keyboard.press('Tab');
    expect(await downloadText(page)).toContain('    config:\n      delimiter: ;\n');
  });
});

test('a real MCP server is set up, lists its tools and is called from a page of another site', async ({ page }) => {
  const server = await serveMcp();
  const strict = await serveMcp({ allowedHeaders: ['content-type', 'mcp-session-id'] });
  const hidden = await serveMcp({ exposesSession: false });
  try {
    await openApp(page);
    await page.getByRole('button', { name: 'Variables' }).click();
    for (const [name, url] of [
      ['loop', server.url],
      ['strict', strict.url],
      ['hidden', hidden.url],
    ] as const) {
      await page.getByRole('button', { name: 'Add an MCP server' }).click();
      await page.getByLabel('Name of the server').fill(name);
      await page.keyboard.press('Enter');
      await page.getByLabel(`Address of ${name}`).fill(url);
      await page.keyboard.press('Enter');
    }
    const rows = page.getByRole('listitem');
    await rows.filter({ hasText: 'loop' }).getByRole('button', { name: 'Show tools' }).click();
    await expect(page.getByText('mcp:loop/add')).toBeVisible();
    await test.step('a server that does not let pages send its headers is named with them', async () => {
      await rows.filter({ hasText: 'strict' }).getByRole('button', { name: 'Show tools' }).click();
      await expect(
        page.getByText(/does not let a page of another site send the headers mcp-protocol-version/),
      ).toBeVisible();
    });
    await test.step('a server that keeps its session from pages of other sites is named with the header it must show', async () => {
      await rows.filter({ hasText: 'hidden' }).getByRole('button', { name: 'Show tools' }).click();
      await expect(page.getByText(/“hidden”.*Access-Control-Expose-Headers name Mcp-Session-Id/)).toBeVisible();
    });
    await importText(
      page,
      'mcp.yaml',
      `tasks:
  - { id: add, type: basic, use: "mcp:loop/add", with: { a: 2, b: 3 }, on_success: { next: again } }
  - { id: again, type: basic, use: "mcp:loop/add", with: { a: "{{ tasks.add.output.sum }}", b: 1 } }
`,
    );
    await startRun(page);
    await expectStatus(page, 'again', 'Success');
    expect(server.calls).toEqual(['add', 'add']);
  } finally {
    await server.close();
    await strict.close();
    await hidden.close();
  }
});
