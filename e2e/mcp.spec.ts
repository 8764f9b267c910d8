import { serveMcp } from '../engine/testing/serving/serveMcp.ts';
import { card, downloadText, expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { setUp, showTools, TOKEN } from './mcp.ts';

test('a server is set up with a secret in a header; its tools are added as tasks, run, and are known after a reload', async ({
  page,
}) => {
  const server = await serveMcp({ authorization: `Bearer ${TOKEN}` });
  try {
    await openApp(page);
    await importText(page, 'desk.yaml', 'tasks: []\n');
    await setUp(page, server.url);
    await showTools(page);
    await page.getByRole('button', { name: 'Add a task' }).click();
    const add = page.getByRole('button', { name: /^add\s*desk · Adds two numbers/ });
    await add.click();
    await expect(card(page, 'add')).toBeVisible();
    const text = await downloadText(page);
    expect(text).toMatch(/use: "?mcp:desk\/add"?\n\s+with:\n\s+a: 0\n\s+b: 0/);
    expect(text).not.toContain('DESK_TOKEN');
    await startRun(page);
    await expectStatus(page, 'add', 'Success');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(server.calls).toEqual(['add']);
    await expectSaved(page);
    await page.reload();
    // The list stays open.
    await expect(add).toBeVisible();
  } finally {
    await server.close();
  }
});
