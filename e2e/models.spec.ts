import { once } from 'node:events';
import { serveModels } from '../engine/testing/wire/serveModels.ts';
import { WIRE_PROVIDERS } from '../engine/testing/wire/wireProviders.ts';
import { card, importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { trustAndRun, watchWorkers, workflow } from './models.ts';

test('an agent calls a tool and answers by its schema, from the worker, under the policy, and shows what it says meanwhile', async ({
  page,
}) => {
  const [wire] = WIRE_PROVIDERS;
  if (wire === undefined) throw new Error('No provider');
  const server = await serveModels();
  try {
    const words = 'Money was taken twice, so this ticket is about billing.'.split(' ').map((word) => `${word} `);
    const seen = new AbortController();
    const until = once(seen.signal, 'abort');
    server.answer = (_request, index) =>
      index === 0
        ? { toolCalls: [{ id: 'call_abc1', name: 'digest', input: { text: 'ticket' } }] }
        : { text: ['{"topic": "', ...words, '"}'], pace: 50, until };
    await openApp(page);
    const refused = await watchWorkers(page);
    await importText(page, 'model.yaml', workflow(wire, server));
    await trustAndRun(page);
    await expect(card(page, 'sort')).toContainText('Money was');
    seen.abort();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(server.requests.map(({ format }) => format)).toEqual([wire.format, wire.format]);
    // SHA-256 of the text, as the tool returned it to the model.
    expect(JSON.stringify(server.requests[1]?.body)).toMatch(/[0-9a-f]{64}/);
    expect(await refused()).toEqual([]);
  } finally {
    await server.close();
  }
});
