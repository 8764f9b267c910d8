import { serveMcp } from '../engine/testing/serveMcp.ts';
import { expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';

test('scripts run in a sandbox of their own; one without end stops at once and takes nothing along', async ({
  page,
}) => {
  await openApp(page);
  await importText(
    page,
    'scripts.yaml',
    `tasks:
  - id: work
    type: basic
    use: core:javascript
    with:
      n: 20
      code: |
        const names = ['fetch', 'XMLHttpRequest', 'postMessage', 'self', 'WebAssembly', 'importScripts'];
        const world = names.filter((name) => name in globalThis);
        if (world.length > 0) throw new Error(world.join());
        return input.n * 2;
    on_success: { next: keep }
  - { id: keep, type: basic, use: core:kv, with: { op: set, key: k, value: { a: 1 } }, on_success: { next: read } }
  - { id: read, type: basic, use: core:kv, with: { op: list }, on_success: { next: write } }
  - { id: write, type: basic, use: core:file, with: { op: write, path: out/a.txt, text: hi }, on_success: { next: endless } }
  - { id: endless, type: basic, use: core:javascript, with: { code: "for (;;) {}" } }
`,
  );
  await startRun(page);
  await expectStatus(page, 'write', 'Success');
  await expectStatus(page, 'endless', 'Running');
  await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click();
  await expect(runBadge(page)).toHaveText(/^Cancelled after/, { timeout: 1500 });
});

test('a real MCP server is set up, lists its tools and is called from a page of another site', async ({ page }) => {
  const server = await serveMcp();
  const strict = await serveMcp({ allowedHeaders: ['content-type', 'mcp-session-id'] });
  try {
    await openApp(page);
    await page.getByRole('button', { name: 'Variables' }).click();
    for (const [name, url] of [
      ['loop', server.url],
      ['strict', strict.url],
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
    await rows.filter({ hasText: 'strict' }).getByRole('button', { name: 'Show tools' }).click();
    await expect(
      page.getByText(/does not let a page of another site send the headers mcp-protocol-version/),
    ).toBeVisible();
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
  }
});
