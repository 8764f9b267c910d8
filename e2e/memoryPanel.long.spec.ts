import { readFileSync } from 'node:fs';
import { importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { openPanel, panel, run, workflow } from './memoryPanel.ts';

/** Says yes to a memory that is kept where a file from outside says. */
async function trustMemory(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'See what it would reach' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
}

test('what agents remember is found, read, searched, exported and cleared', async ({ page }) => {
  await openApp(page);
  await importText(page, 'support.yaml', workflow());

  await test.step('the memory is a step away from the resource, from an agent and from the command palette', async () => {
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
    await page.getByRole('button', { name: 'What support holds' }).click();
    await expect(panel(page).getByRole('combobox', { name: 'Which memory' })).toContainText('support');
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
    await page.getByRole('button', { name: /^helper/ }).click();
    await page.getByRole('button', { name: 'Memory', expanded: false }).click();
    await page.getByRole('button', { name: 'Show what the workflow’s memory holds' }).click();
    await expect(panel(page)).toBeVisible();
    await openPanel(page);
    await expect(panel(page)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('dialog').getByRole('combobox').fill('memory');
    await page.getByRole('option', { name: 'Memory', exact: true }).click();
    await expect(panel(page)).toBeVisible();
  });

  await test.step('it is read, searched, exported and cleared', async () => {
    await expect(panel(page).getByText('Nothing is remembered yet')).toBeVisible();
    await run(page, 'monday', 'My invoice was charged twice');
    await run(page, 'tuesday', 'How do I export a table?');

    const threads = panel(page).getByRole('list', { name: 'Threads, newest first' });
    await expect(threads.getByRole('button')).toHaveCount(2);
    await expect(threads.getByRole('button').first()).toContainText('tuesday');
    await expect(threads.getByRole('button').first()).toContainText('2 messages');

    await threads.getByRole('button', { name: /monday/ }).press('Enter');
    await expect(panel(page).getByRole('button', { name: 'All threads' })).toBeFocused();
    const messages = panel(page).getByRole('list', { name: 'Messages, oldest first' }).getByRole('listitem');
    await expect(messages).toHaveText([/^User.*charged twice$/s, /^Assistant.*second charge/s]);
    await expect(panel(page).getByText('<user><name>Ann</name></user>')).toBeVisible();
    await panel(page).getByRole('button', { name: 'All threads' }).press('Enter');
    await expect(threads.getByRole('button', { name: /monday/ })).toBeFocused();

    const search = panel(page).getByRole('searchbox', { name: 'Search by meaning' });
    await search.fill('invoice charged twice');
    await search.press('Enter');
    const found = panel(page).getByRole('list', { name: 'Messages found, most similar first' });
    await expect(found.getByRole('button').first()).toContainText('My invoice was charged twice');
    await expect(found.getByRole('button').first()).toContainText(/\d+ % alike/);
    await search.fill('');

    await panel(page).getByRole('button', { name: 'More for the memory' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('support-memory.json');
    const exported: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(exported).toMatchObject({
      format: 'signalbox-memory',
      id: 'support',
      threads: [{ threadId: 'tuesday' }, { threadId: 'monday', messages: [{ role: 'user' }, { role: 'assistant' }] }],
    });

    await page.reload();
    await threads.getByRole('button', { name: /monday/ }).click();
    await panel(page).getByRole('button', { name: 'Clear this thread' }).click();
    const question = panel(page).getByRole('group', { name: /Clear this thread\?.*undo does not bring them back/ });
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('button', { name: 'Clear this thread' })).toBeFocused();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Clear' }).click();
    await expect(threads.getByRole('button')).toHaveCount(1);
    await panel(page).getByRole('button', { name: 'More for the memory' }).click();
    await page.getByRole('menuitem', { name: 'Clear all…' }).click();
    await panel(page).getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(panel(page).getByText('Nothing is remembered yet')).toBeVisible();
  });
});

test('a memory that cannot be read says why, and asks for its secret', async ({ page, problems }) => {
  await openApp(page);

  await test.step('a memory whose store needs a secret asks for it', async () => {
    const redis = '{ use: "upstash:redis", config: { url: "http://127.0.0.1:9", token: "{{ env.REDIS_TOKEN }}" } }';
    await importText(page, 'secret.yaml', workflow(`memory: { id: far, storage: ${redis}, vector: VECTOR }`));
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'REDIS_TOKEN', exact: true }).click();
    await openPanel(page);
    await trustMemory(page);
    const asked = page.getByRole('dialog', { name: 'REDIS_TOKEN is needed' });
    await expect(asked).toContainText('What you are looking at uses it now');
    await asked.getByRole('button', { name: 'Continue without it' }).click();
    await expect(panel(page).getByText('This memory cannot be read')).toBeVisible();
  });

  await test.step('a store that does not answer, and vectors of another size, are shown as messages', async () => {
    const redis = '{ use: "upstash:redis", config: { url: "http://127.0.0.1:9", token: x } }';
    await importText(page, 'gone.yaml', workflow(`memory: { id: gone, storage: ${redis}, vector: VECTOR }`));
    await trustMemory(page);
    await expect(panel(page).getByText('This memory cannot be read')).toBeVisible();
    await expect(panel(page).getByRole('alert')).toContainText('upstash:redis');
    await expect(panel(page).getByRole('button', { name: 'Try again' })).toBeVisible();

    await importText(page, 'support.yaml', workflow());
    await run(page, 'monday', 'My invoice was charged twice');
    const other = workflow().replace('dimensions: 64', 'dimensions: 32');
    await importText(page, 'other.yaml', other);
    await panel(page).getByRole('searchbox').fill('invoice');
    await panel(page).getByRole('searchbox').press('Enter');
    await expect(panel(page).getByRole('alert')).toContainText(/64 dimensions|dimensions/);
    expect(problems.splice(0).filter((problem) => !/ERR_|Content Security/.test(problem))).toEqual([]);
  });
});
