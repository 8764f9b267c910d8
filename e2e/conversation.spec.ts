import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { expectNoBarrier } from './access.ts';
import { importText, openApp, runBadge } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';

let server: ModelServer;
test.beforeEach(async () => {
  server = await serveModels();
  server.answer = ({ body }) => {
    const said = JSON.stringify(body);
    if (!said.includes('"role":"tool"'))
      return { toolCalls: [{ id: 'c1', name: 'digest', input: { text: 'order 7' } }] };
    return {
      text: [
        said.includes('order 8') ? 'It is order 8.' : said.includes('nothing') ? 'It is lost.' : 'It is **order 7**.',
      ],
    };
  };
});
test.afterEach(() => server.close());

function workflow(): string {
  const config = {
    provider: 'openai',
    api: 'chat',
    model: 'small',
    url: `${server.url}openai/v1`,
    api_key: 'sk-plain',
  };
  return `agents:
  - id: clerk
    use: core:agent
    instructions: Find the order.
    config: ${JSON.stringify(config)}
    tools:
      - id: digest
        use: core:hash
        schema: { input: { type: object, properties: { text: { type: string } } }, output: { type: object } }
tasks:
  - { id: find, type: basic, use: agent:clerk, with: { prompt: Where is order 7? } }
`;
}

async function runAndRead(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'orders.yaml', workflow());
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  return readTalk(page);
}

/** The conversation of the agent in the run on screen. */
async function readTalk(page: Page): Promise<Locator> {
  await page.getByRole('region', { name: 'Run', exact: true }).getByText('find', { exact: true }).first().click();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  return page.getByRole('list', { name: 'Conversation' });
}

test('an agent is read as a conversation, and continues in another run from a message that is changed', async ({
  page,
}) => {
  await test.step('what the person said is changed, and the step of the new run is shown', async () => {
    const talk = await runAndRead(page);
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
