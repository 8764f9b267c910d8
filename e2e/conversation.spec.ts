import { expectNoBarrier } from './access.ts';
import { runBadge } from './app.ts';
import { runAndRead, serveClerk } from './conversation.ts';
import { expect, test } from './fixtures.ts';

test('an agent is read as a conversation, and continues in another run from a message that is changed by keys', async ({
  page,
}) => {
  const server = await serveClerk();
  const talk = await runAndRead(page, server);
  await expect(talk.locator('> li')).toHaveCount(5);
  await expect(talk.locator('> li').nth(1)).toContainText('Where is order 7?');
  await expect(talk.locator('> li').nth(3)).toContainText('Result of digest');
  // A model writes Markdown, and is read as that.
  await expect(talk.locator('> li').nth(4).getByRole('strong').getByText('order 7')).toBeVisible();
  await expectNoBarrier(page, talk);

  const before = page.url();
  await talk.getByRole('button', { name: 'Change message 2, User, and continue from there' }).press('Enter');
  await expect(talk.getByLabel('What it says')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Where is order 8?');
  await page.keyboard.press('ControlOrMeta+Enter');
  // The step of the new run is looked at, and says what became of it.
  await expect(page.getByRole('tabpanel').getByText('It is order 8.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Step find' })).toContainText('Edited');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(page.url()).not.toBe(before);
  expect(server.requests).toHaveLength(4);
  await server.close();
});
