import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { addServer, drawer, runsAround } from './runs.ts';
import { ServedFolder } from './serving.ts';

/** An agent with a tool, a request, and a collection of which one item fails. */
export const inner = (
  url: string,
): string => `schema: { input: { type: object, properties: { order: { type: integer, default: 7 } } } }
agents:
  - id: clerk
    use: core:agent
    instructions: Find the order.
    config: { provider: openai, api: chat, model: small, url: "${url}openai/v1", api_key: sk-plain }
    tools:
      - id: digest
        use: core:hash
        schema: { input: { type: object, properties: { text: { type: string } } }, output: { type: object } }
tools:
  - id: shop
    use: core:http
    config: { base_url: "${url}" }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - { id: find, type: basic, use: "agent:clerk", with: { prompt: "Where is order {{ workflow.input.order }}?" }, on_success: { next: each } }
  - id: each
    type: collection
    config: { items: [1, 0, 2], mode: sequential, continue_on_error: true }
    tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 6 / item }}" } } }]
    on_success: { next: tell, with: { parts: "{{ output }}" } }
  - { id: tell, type: basic, use: "tool:shop", with: { url: "openai/v1/chat/completions", method: POST, json: { messages: [] } }, on_error: { next: sum }, on_success: { next: sum } }
  - { id: sum, type: map, config: { mapping: { n: "{{ workflow.input.order * 6 }}" } } }
outputs: { n: "{{ tasks.sum.output.n }}" }
`;

export const OUTER = `schema: { input: { type: object, properties: { order: { type: integer, default: 7 } } } }
tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml, input: { order: "{{ workflow.input.order }}" } }, on_success: { next: after } }
  - { id: after, type: basic }
outputs: { n: "{{ tasks.call.output.n }}" }
`;

/** A question to a person, and a step that takes the answer. */
export const HOLD = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h, signal_schema: { type: object, properties: { n: { type: integer, default: 4 } } } }, on_success: { next: twice, with: { n: "{{ output.value.n * 2 }}" } } }
  - { id: twice, type: map, config: { mapping: { n: "{{ input.n * 2 }}" } } }
outputs: { n: "{{ tasks.twice.output.n }}" }
`;
export const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: hold.yaml } }
outputs: { n: "{{ tasks.call.output.n }}" }
`;

/** An answer of a model with a price, and a question to a person. */
export const paid = (url: string): string => `agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, api: chat, model: gpt-4.1, url: "${url}openai/v1", api_key: sk-plain }
tasks:
  - { id: greet, type: basic, use: "agent:clerk", with: { prompt: Hello }, on_success: { next: ask } }
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

/** A server of models, and a folder of workflows that `signalbox serve` runs with it. */
export interface Studio {
  readonly models: ModelServer;
  readonly served: ServedFolder;
  readonly remove: () => Promise<void>;
}

/** Begins both; the folder is served once `served.start` is called. */
export async function openStudio(): Promise<Studio> {
  const models = await serveModels();
  models.answer = ({ body }) => {
    const said = JSON.stringify(body);
    if (!said.includes('order')) return { text: ['Hello'] };
    if (!said.includes('"role":"tool"')) return { toolCalls: [{ id: 'c1', name: 'digest', input: { text: 'order' } }] };
    return { text: [said.includes('order 8') ? 'It is order 8.' : 'It is order 7.'] };
  };
  const served = new ServedFolder({
    'inner.yaml': inner(models.url),
    'outer.yaml': OUTER,
    'hold.yaml': HOLD,
    'around.yaml': AROUND,
    'paid.yaml': paid(models.url),
  });
  return {
    models,
    served,
    remove: async () => {
      await served.remove();
      await models.close();
    },
  };
}

/** Starts a run on a server that is added for it. */
export async function startThere(page: Page, { served }: Studio): Promise<void> {
  await addServer(page, served);
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

export const row = (page: Page, name: RegExp): Locator => drawer(page).getByRole('button', { name });

export const stepOf = (page: Page, id: string): Locator => page.getByRole('region', { name: `Step ${id}` });

/** Says yes to what comes from elsewhere. */
export async function trust(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
}

/** Chooses a step, and opens a part of it. */
export async function openPart(page: Page, id: string, part: RegExp | string): Promise<Locator> {
  await row(page, new RegExp(`^${id}, (?!steps)`))
    .first()
    .click();
  await stepOf(page, id).getByRole('tab', { name: part }).click();
  return stepOf(page, id);
}

/** Opens the run inside at its first step. */
export async function openInside(page: Page, id: string): Promise<void> {
  await row(page, /^call, steps inside/).click();
  await row(page, new RegExp(`^${id}, (?!steps)`)).click();
  await stepOf(page, id).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(runsAround(page)).toContainText('.yaml');
}

/** Opens the conversation of the agent, whole. */
export const readTalk = async (page: Page): Promise<Locator> => {
  await openPart(page, 'find', 'Conversation');
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk.locator('> li')).toHaveCount(5);
  return talk;
};

/** Goes to the run of an address, and waits for the step that it names: until then another run is on screen. */
export async function goBack(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(stepOf(page, 'sum')).toBeVisible();
}
