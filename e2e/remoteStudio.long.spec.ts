import { readFileSync } from 'node:fs';
import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { expectNoBarrier } from './access.ts';
import { importText, openApp, openFile, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { addServer, bar, drawer, repeatRun, runEntry, runsAround } from './runs.ts';
import { ServedFolder } from './serving.ts';

/** An agent with a tool, a request, and a collection of which one item fails. */
const inner = (
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

const OUTER = `schema: { input: { type: object, properties: { order: { type: integer, default: 7 } } } }
tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml, input: { order: "{{ workflow.input.order }}" } }, on_success: { next: after } }
  - { id: after, type: basic }
outputs: { n: "{{ tasks.call.output.n }}" }
`;

/** A question to a person, and a step that takes the answer. */
const HOLD = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h, signal_schema: { type: object, properties: { n: { type: integer, default: 4 } } } }, on_success: { next: twice, with: { n: "{{ output.value.n * 2 }}" } } }
  - { id: twice, type: map, config: { mapping: { n: "{{ input.n * 2 }}" } } }
outputs: { n: "{{ tasks.twice.output.n }}" }
`;
const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: hold.yaml } }
outputs: { n: "{{ tasks.call.output.n }}" }
`;

/** An answer of a model with a price, and a question to a person. */
const paid = (url: string): string => `agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, api: chat, model: gpt-4.1, url: "${url}openai/v1", api_key: sk-plain }
tasks:
  - { id: greet, type: basic, use: "agent:clerk", with: { prompt: Hello }, on_success: { next: ask } }
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

/** A server of models, and a folder of workflows that `signalbox serve` runs with it. */
interface Studio {
  readonly models: ModelServer;
  readonly served: ServedFolder;
  readonly remove: () => Promise<void>;
}

/** Begins both; the folder is served once `served.start` is called. */
async function openStudio(): Promise<Studio> {
  const models = await serveModels();
  models.answer = ({ body }) => {
    const said = JSON.stringify(body);
    if (!said.includes('order')) return { text: ['Hello'] };
    if (!said.includes('"role":"tool"')) return { toolCalls: [{ id: 'c1', name: 'digest', input: { text: 'order' } }] };
    return { text: [said.includes('order 8') ? 'It is order 8.' : 'It is order 7.'] };
  };
  const served = new ServedFolder({
    'signalbox.serve.yaml': 'reach: { allow: [127.0.0.0/8] }\n',
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
async function startThere(page: Page, { served }: Studio): Promise<void> {
  await addServer(page, served);
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const row = (page: Page, name: RegExp): Locator => drawer(page).getByRole('button', { name });

const stepOf = (page: Page, id: string): Locator => page.getByRole('region', { name: `Step ${id}` });

/** Says yes to what comes from elsewhere. */
async function trust(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
}

/** Chooses a step, and opens a part of it. */
async function openPart(page: Page, id: string, part: RegExp | string): Promise<Locator> {
  await row(page, new RegExp(`^${id}, (?!steps)`))
    .first()
    .click();
  await stepOf(page, id).getByRole('tab', { name: part }).click();
  return stepOf(page, id);
}

/** Opens the run inside at its first step. */
async function openInside(page: Page, id: string): Promise<void> {
  await row(page, /^call, steps inside/).click();
  await row(page, new RegExp(`^${id}, (?!steps)`)).click();
  await stepOf(page, id).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(runsAround(page)).toContainText('.yaml');
}

/** Opens the conversation of the agent, whole. */
const readTalk = async (page: Page): Promise<Locator> => {
  await openPart(page, 'find', 'Conversation');
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk.locator('> li')).toHaveCount(5);
  return talk;
};

/** Goes to the run of an address, and waits for the step that it names: until then another run is on screen. */
async function goBack(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(stepOf(page, 'sum')).toBeVisible();
}

let studio: Studio;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  studio = await openStudio();
});
test.afterAll(() => studio.remove());
test.afterEach(() => studio.served.kill());

test('a run on a server is read, repeated there, and continued here with a message changed', async ({ page }) => {
  await openApp(page);
  await studio.served.start(new URL(page.url()).origin);
  await importText(page, 'inner.yaml', inner(studio.models.url));
  await showNewRun(page, () => startThere(page, studio));
  await expect(runBadge(page)).toHaveText(/^Success in/);

  await test.step('an expression is evaluated in the scope of one of its steps', async () => {
    const step = await openPart(page, 'sum', 'Scope');
    const field = step.getByRole('textbox', { name: 'Expression to evaluate' });
    await field.fill('tasks.find.status == "success" && workflow.input.order + 1');
    await field.press('Enter');
    await expect(step.getByRole('region', { name: /^Value of tasks\.find/ })).toContainText('8');
  });

  await test.step('it is repeated where it ran', async () => {
    await showNewRun(page, () => repeatRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByText(/^On 127\.0\.0\.1:\d+$/)).toBeVisible();
  });

  await test.step('with a message changed it goes on here, once its file is trusted', async () => {
    const talk = await readTalk(page);
    await talk.getByRole('button', { name: 'Change message 2, User, and continue from there' }).click();
    await talk.getByLabel('What it says').fill('Where is order 8?');
    await talk.getByRole('button', { name: 'Continue with this message' }).click();
    await trust(page);
    await expect(page.getByRole('tabpanel').getByText('It is order 8.').first()).toBeVisible();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByText(/^On 127/)).toHaveCount(0);
  });
});

/** What a person reads of a run that has ended, and finds in it. */
async function read(page: Page): Promise<void> {
  await readTalk(page);
  await drawer(page).getByRole('tab', { name: 'Timeline' }).focus();
  await page.keyboard.press('e');
  await expect(stepOf(page, 'divide')).toContainText('Item 2 of 3');
  await drawer(page).getByRole('button', { name: 'Search' }).click();
  const search = drawer(page).getByRole('search');
  await expect(search.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('order 7');
  await expect(search.getByRole('status')).toHaveText(/^\d+ hits$/);
  await page.keyboard.press('Escape');
  const step = await openPart(page, 'sum', 'Scope');
  const field = step.getByRole('textbox', { name: 'Expression to evaluate' });
  await field.fill('tasks.find.status == "success" && workflow.input.order + 1');
  await field.press('Enter');
  await expect(step.getByRole('region', { name: /^Value of tasks\.find/ })).toContainText('8');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save the run as a report…' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('Division by zero');
}

for (const place of ['on a server', 'inside of another', 'inside of another on a server'] as const) {
  const isRemote = place.endsWith('server');
  const isInside = place.startsWith('inside');

  test(`a run ${place} is read, found in, repeated, retried and continued`, async ({ page }) => {
    await openApp(page);
    await studio.served.start(new URL(page.url()).origin);
    await importText(page, 'inner.yaml', inner(studio.models.url));
    // What came from outside runs inside of another only once it was trusted: here, its items are retried here, too.
    if (isInside) await showNewRun(page, () => startRun(page));
    if (isInside) await importText(page, 'outer.yaml', OUTER);
    await showNewRun(page, () => (isRemote ? startThere(page, studio) : startRun(page)));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    if (isInside) await openInside(page, 'find');
    if (isRemote) await expect(drawer(page).getByText(/^On 127\.0\.0\.1:\d+$/)).toBeVisible();
    await read(page);
    await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
    const address = page.url();

    // A request goes out from here, not from a server.
    const call = await openPart(page, 'tell', /^Calls/);
    const again = call.getByRole('button', { name: 'Send again' });
    if (isRemote) {
      await expect(again).toBeDisabled();
      await expect(call.getByText('Fork it here to send its requests from here.')).toBeVisible();
    } else {
      await again.click();
      await call.getByRole('button', { name: 'Send it' }).click();
      await expect(call.getByRole('region', { name: 'Answer to the request that was sent again' })).toBeVisible();
    }

    // Only the item that failed runs again: here, and as a part of the outermost run where there is one.
    await openPart(page, 'each', 'Output');
    await page.keyboard.press('i');
    const items = page.getByRole('dialog', { name: 'Items of each' });
    await showNewRun(page, () => items.getByRole('button', { name: 'Retry failed only' }).click());
    if (isInside) await expect(runsAround(page)).toContainText('outer.yaml');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(row(page, /^divide, /)).toHaveCount(1);
    await expect(drawer(page).getByText(/^On 127/)).toHaveCount(0);

    // Once more with its input: there, where it ran there.
    await goBack(page, address);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    if (isInside) await expect(runsAround(page)).toContainText('outer.yaml');
    await showNewRun(page, () => repeatRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByText(/^On 127/)).toHaveCount(isRemote ? 1 : 0);

    // With a message changed it goes on here, and its steps are looked into as those of any run.
    await goBack(page, address);
    const talk = await readTalk(page);
    await talk.getByRole('button', { name: 'Change message 2, User, and continue from there' }).click();
    await talk.getByLabel('What it says').fill('Where is order 8?');
    await talk.getByRole('button', { name: 'Continue with this message' }).click();
    if (isRemote) await trust(page);
    await expect(page.getByRole('tabpanel').getByText('It is order 8.').first()).toBeVisible();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const fork = await openPart(page, 'sum', 'Scope');
    await expect(fork.getByRole('treeitem', { name: /^tasks/ })).toBeVisible();
    if (isRemote) {
      await expect(await runEntry(page, 'again with the same input')).toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Escape');
    }
  });
}

test('a run on a server, and one inside of another, shows what its next step sees while it is paused, and has it changed', async ({
  page,
}) => {
  await openApp(page);
  await studio.served.start(new URL(page.url()).origin);
  await importText(page, 'hold.yaml', HOLD);
  for (const place of ['inside of another', 'on a server'] as const)
    await test.step(place, () => expectChanged(page, place === 'on a server'));
});

/** Runs {@link HOLD} on a server or inside of {@link AROUND}, pauses it, and changes what its next step gets. */
async function expectChanged(page: Page, isRemote: boolean): Promise<void> {
  const isInside = !isRemote;
  if (isRemote) await openFile(page, 'hold.yaml');
  if (isInside) {
    await showNewRun(page, () => startRun(page));
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  }
  if (isInside) await importText(page, 'around.yaml', AROUND);
  await showNewRun(page, () => (isRemote ? startThere(page, studio) : startRun(page)));
  await (isInside ? openInside(page, 'ask') : row(page, /^ask, waiting/).click());
  const paused = page.getByRole('region', { name: 'The run is paused' });
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await expect(paused).toBeVisible();
  await stepOf(page, 'ask').getByRole('button', { name: 'Send signal' }).click();
  await expect(paused).toContainText('It gets {"n":8}');
  await page.getByRole('button', { name: 'Close step' }).click();
  const next = page.getByRole('region', { name: 'Next step twice' });
  const field = next.getByRole('textbox', { name: 'Expression to evaluate' });
  await field.fill('tasks.ask.output.value.n + 1');
  await field.press('Enter');
  await expect(next.getByRole('region', { name: /^Value of/ })).toContainText('5');
  await expectNoBarrier(page, next);
  if (isRemote) {
    await paused.getByRole('button', { name: 'Fork it here' }).click();
    await trust(page);
    await expect(drawer(page).getByText('Fork', { exact: true })).toBeVisible();
  }
  await paused.getByRole('button', { name: 'Change what it gets' }).click();
  await paused.getByRole('textbox').fill('{"n": 50}');
  await paused.getByRole('button', { name: 'Use this value' }).click();
  await expect(paused).toContainText('{"n":50}');
  await paused.getByRole('button', { name: 'Step' }).click();
  await expect(row(page, /^twice, success/)).toBeVisible();
}

/** What a row of the table of all runs says under Paused, Tokens and Cost. */
const figures = (of: Locator): Promise<string[]> =>
  of.getByRole('gridcell').evaluateAll((cells) => cells.slice(5, 8).map((cell) => cell.textContent ?? ''));

test('the table of all runs tells what a run on a server used and how long it was paused, as of one here', async ({
  page,
}) => {
  await openApp(page);
  await studio.served.start(new URL(page.url()).origin);
  await importText(page, 'paid.yaml', paid(studio.models.url));
  await showNewRun(page, () => startRun(page));
  await row(page, /^ask, waiting/).click();
  await stepOf(page, 'ask').getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const { id } = (await studio.served.ask('/api/workflows/paid/runs', { input: {} })) as { id: string };
  const isAt = (status: string) => expect.poll(() => studio.served.ask(`/api/runs/${id}`)).toMatchObject({ status });
  await isAt('waiting');
  await studio.served.ask(`/api/runs/${id}/pause`, {});
  await isAt('paused');
  await studio.served.ask(`/api/runs/${id}/resume`, {});
  await isAt('waiting');
  await studio.served.ask(`/api/runs/${id}/signals/go`, {});
  await isAt('success');
  const { paused_ms: paused } = (await studio.served.ask(`/api/runs/${id}`)) as { paused_ms: number };
  expect(paused).toBeGreaterThan(0);

  // So does the form, of the runs where the next one is to be.
  await addServer(page, studio.served);
  const took = page.getByRole('dialog').getByRole('table', { name: /^What the last run took/ });
  await expect(took.getByRole('row', { name: /^Cost/ })).toContainText('$0.000078');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('h');
  const grid = page.getByRole('dialog', { name: 'All runs' }).getByRole('grid');
  // The server has runs of the other tests, too.
  const paidRun = grid.getByRole('row').filter({ hasText: 'paid.yaml' });
  const there = paidRun.filter({ hasText: '127.0.0.1' });
  const here = paidRun.filter({ hasText: 'This browser' });
  await expect(there).toHaveCount(1);
  expect(await figures(there)).toEqual([expect.stringMatching(/^\d/), '18', '$0.000078']);
  expect(await figures(here)).toEqual(['', '18', '$0.000078']);
});
