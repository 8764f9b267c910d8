import { once } from 'node:events';
import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { WIRE_PROVIDERS, type WireProvider } from '../engine/testing/wire/wireProviders.ts';
import { card, expectStatus, importText, openApp, runBadge, showNewRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

let server: ModelServer;
test.beforeEach(async () => {
  server = await serveModels();
});
test.afterEach(() => server.close());
test.use({ actionTimeout: 10_000 });

/** An agent with a tool and a schema, on a provider of the loopback server. */
function workflow({ provider, path, config }: WireProvider): string {
  const settings = {
    provider,
    model: 'small',
    url: `${server.url}${path}`,
    api_key: 'sk-plain',
    max_tokens: 99,
    ...config,
  };
  return `agents:
  - id: writer
    use: core:agent
    config: ${JSON.stringify(settings)}
    tools:
      - id: digest
        use: core:hash
        schema: { input: { type: object, properties: { text: { type: string } } }, output: { type: object } }
    actions:
      - id: sort
        instructions: Sort the ticket
        output: { type: object, required: [topic], properties: { topic: { type: string } } }
tasks:
  - id: sort
    type: basic
    use: agent:writer
    with: { prompt: I was charged twice }
    outputs: { topic: "{{ output.topic }}" }
`;
}

/** Runs in a worker: notes what the policy refuses it. */
function noteRefusals(): void {
  const refused: string[] = [];
  Object.assign(globalThis, { refused });
  addEventListener('securitypolicyviolation', (event) => {
    refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}

/** Runs in a worker. */
function readRefusals(): string[] {
  return (globalThis as unknown as { refused: string[] }).refused;
}

/** Lets the workers of a page record what the policy refuses them: the page gets no event for that. */
async function watchWorkers(page: Page): Promise<() => Promise<string[]>> {
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  await Promise.all(workers.map((worker) => worker.evaluate(noteRefusals)));
  return async () => (await Promise.all(workers.map((worker) => worker.evaluate(readRefusals)))).flat();
}

/** Says yes to a file from outside, and starts it. */
async function trustAndRun(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
}

test('with every provider an agent calls a tool and answers by its schema, from the worker, under the policy', async ({
  page,
}) => {
  await openApp(page);
  const refused = await watchWorkers(page);
  for (const [at, wire] of WIRE_PROVIDERS.entries())
    await test.step(wire.label, async () => {
      server.requests.length = 0;
      server.answer = (_request, index) =>
        index % 2 === 0
          ? { toolCalls: [{ id: 'call_abc1', name: 'digest', input: { text: 'ticket' } }] }
          : { text: ['{"topic":', '"billing"}'] };
      await importText(page, `model${at}.yaml`, workflow(wire));
      await showNewRun(page, () => trustAndRun(page));
      await expect(runBadge(page)).toHaveText(/^Success in/);
      expect(server.requests.map(({ format }) => format)).toEqual([wire.format, wire.format]);
      // SHA-256 of the text, as the tool returned it to the model.
      expect(JSON.stringify(server.requests[1]?.body)).toMatch(/[0-9a-f]{64}/);
    });
  expect(await refused()).toEqual([]);
});

test('what a model says shows on the card and in the step while it says it', async ({ page }) => {
  const [wire] = WIRE_PROVIDERS;
  if (wire === undefined) throw new Error('No provider');
  const words = 'Money was taken twice, so this ticket is about billing.'.split(' ').map((word) => `${word} `);
  const seen = new AbortController();
  const until = once(seen.signal, 'abort');
  server.answer = () => ({ text: ['{"topic": "', ...words, '"}'], pace: 50, until });
  await openApp(page);
  await importText(page, 'model.yaml', workflow(wire));
  await trustAndRun(page);
  await expect(card(page, 'sort')).toContainText('Money was');
  await page.getByRole('region', { name: 'Run', exact: true }).getByText('sort', { exact: true }).first().click();
  await expect(page.getByRole('log', { name: 'Answer so far' })).toContainText('Money was taken');
  seen.abort();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expect(page.getByRole('log', { name: 'Answer so far' })).toBeHidden();
});

test('a server that does not answer pages is distinguished from one that refuses, with what to do', async ({
  page,
  problems,
}) => {
  const wire = WIRE_PROVIDERS.find(({ provider }) => provider === 'ollama');
  if (wire === undefined) throw new Error('No provider');
  server.answer = () => ({ closed: true });
  await openApp(page);
  await importText(page, 'model.yaml', workflow(wire));
  await trustAndRun(page);
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await expectStatus(page, 'sort', 'Error');
  await expect(page.getByText(/OLLAMA_ORIGINS=http/).first()).toBeVisible();
  // The browser itself reports what it kept back.
  expect(problems.splice(0).filter((problem) => !/CORS|ERR_FAILED/.test(problem))).toEqual([]);
});
