import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { importText, openApp, openRunForm, runBadge } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** A model that asks for a tool, and then tells what became of the order that it was asked for. */
export async function serveClerk(): Promise<ModelServer> {
  const server = await serveModels();
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
  return server;
}

function workflow(server: ModelServer): string {
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

/** Runs the agent, and shows its conversation. */
export async function runAndRead(page: Page, server: ModelServer): Promise<Locator> {
  await openApp(page);
  await importText(page, 'orders.yaml', workflow(server));
  await openRunForm(page);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  return readTalk(page);
}

/** The conversation of the agent in the run on screen. */
export async function readTalk(page: Page): Promise<Locator> {
  await page.getByRole('region', { name: 'Run', exact: true }).getByText('find', { exact: true }).first().click();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  return page.getByRole('list', { name: 'Conversation' });
}
