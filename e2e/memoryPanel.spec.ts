import { readFileSync } from 'node:fs';
import { importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { panel, run, workflow } from './memoryPanel.ts';

test('what an agent remembers is found at the memory of the workflow, read, searched, exported and cleared', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'support.yaml', workflow());
  await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
  await page.getByRole('button', { name: 'What support holds' }).click();
  await expect(panel(page).getByText('Nothing is remembered yet')).toBeVisible();
  await run(page, 'monday', 'My invoice was charged twice');

  const thread = panel(page)
    .getByRole('list', { name: 'Threads, newest first' })
    .getByRole('button', { name: /monday/ });
  const search = panel(page).getByRole('searchbox', { name: 'Search by meaning' });
  await search.fill('invoice charged twice');
  await search.press('Enter');
  const found = panel(page).getByRole('list', { name: 'Messages found, most similar first' });
  await expect(found.getByRole('button').first()).toContainText('My invoice was charged twice');
  await search.fill('');

  await panel(page).getByRole('button', { name: 'More for the memory' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
  ]);
  const exported: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(exported).toMatchObject({
    format: 'signalbox-memory',
    id: 'support',
    threads: [{ threadId: 'monday', messages: [{ role: 'user' }, { role: 'assistant' }] }],
  });

  await thread.press('Enter');
  await expect(panel(page).getByRole('button', { name: 'All threads' })).toBeFocused();
  const messages = panel(page).getByRole('list', { name: 'Messages, oldest first' }).getByRole('listitem');
  await expect(messages).toHaveText([/^User.*charged twice$/s, /^Assistant.*second charge/s]);
  await expect(panel(page).getByText('<user><name>Ann</name></user>')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Clear this thread' }).click();
  const question = panel(page).getByRole('group', { name: /Clear this thread\?.*undo does not bring them back/ });
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await question.getByRole('button', { name: 'Clear' }).click();
  await expect(panel(page).getByText('Nothing is remembered yet')).toBeVisible();
});
