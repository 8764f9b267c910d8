import { once } from 'node:events';
import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { WIRE_PROVIDERS } from '../engine/testing/wire/wireProviders.ts';
import { card, expectStatus, importText, openApp, runBadge, showNewRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { trustAndRun, watchWorkers, workflow } from './models.ts';

let server: ModelServer;
test.beforeEach(async () => {
  server = await serveModels();
});
test.afterEach(() => server.close());
test.use({ actionTimeout: 10_000 });

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
      await importText(page, `model${at}.yaml`, workflow(wire, server));
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
  await importText(page, 'model.yaml', workflow(wire, server));
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
  await importText(page, 'model.yaml', workflow(wire, server));
  await trustAndRun(page);
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await expectStatus(page, 'sort', 'Error');
  await expect(page.getByText(/OLLAMA_ORIGINS=http/).first()).toBeVisible();
  // The browser itself reports what it kept back.
  expect(problems.splice(0).filter((problem) => !/CORS|ERR_FAILED/.test(problem))).toEqual([]);
});
