import type { ModelServer } from '../engine/testing/wire/serveModels.ts';
import { expectNoBarrier } from './access.ts';
import { runBadge } from './app.ts';
import { readTalk, runAndRead, serveClerk } from './conversation.ts';
import { expect, test } from './fixtures.ts';

let server: ModelServer;
test.beforeEach(async () => {
  server = await serveClerk();
});
test.afterEach(() => server.close());

test('an agent is read as a conversation, and continues in another run from a message that is changed', async ({
  page,
}) => {
  await test.step('what the person said is changed, and the step of the new run is shown', async () => {
    const talk = await runAndRead(page, server);
    await expect(talk.locator('> li')).toHaveCount(5);
    await expect(talk.locator('> li').nth(0)).toContainText('Find the order.');
    await expect(talk.locator('> li').nth(1)).toContainText('Where is order 7?');
    await expect(talk.locator('> li').nth(2)).toContainText('Asks for digest');
    await expect(talk.locator('> li').nth(3)).toContainText('Result of digest');
    await expect(talk.locator('> li').nth(4)).toContainText('It is order 7.');
    // A model writes Markdown, and is read as that.
    await expect(talk.locator('> li').nth(4).getByRole('strong').getByText('order 7')).toBeVisible();
    await expectNoBarrier(page, talk);
    // Where its time went is in the timeline: each turn, and the tool between them.
    const row = page.getByRole('button', { name: /^find, success, .*2 turns, 1 tool call$/ });
    await expect(row.getByTitle(/^Turn 1, \d/)).toBeVisible();
    await expect(row.getByTitle(/^digest, \d/)).toBeVisible();

    const before = page.url();
    await talk.getByRole('button', { name: 'Change message 2, User, and continue from there' }).click();
    await talk.getByLabel('What it says').fill('Where is order 8?');
    await talk.getByRole('button', { name: 'Continue with this message' }).click();
    // The step of the new run is looked at, and says what became of it.
    await expect(page.getByRole('tabpanel').getByText('It is order 8.').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Step find' })).toContainText('Edited');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(server.requests).toHaveLength(4);
    // The run it came from is as it was.
    await page.goto(before);
    await expect(page.getByText('It is order 7.').first()).toBeVisible();
  });
  await test.step('by keys: what a tool answered is changed, and only the turns after it are asked again', async () => {
    server.requests.length = 0;
    const talk = await readTalk(page);
    const change = talk.getByRole('button', { name: 'Change message 4, Result of digest, and continue from there' });
    await expect(change).toBeVisible();
    await page.getByRole('tab', { name: 'Conversation' }).focus();
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await change.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await expect(talk.getByLabel('What it says')).toBeFocused();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('nothing');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('tabpanel').getByText('It is lost.').first()).toBeVisible();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(server.requests).toHaveLength(1);
  });
});
