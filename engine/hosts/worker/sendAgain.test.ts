import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { yaml } from '../../testing/yaml.ts';
import { openDisk } from './journal/openDisk.ts';
import type { SecretQuestion, Variable } from './protocol/protocol.ts';

const ORDER = yaml`
  tasks:
    - id: order
      type: basic
      use: core:http
      with:
        url: https://api.test/orders
        method: POST
        headers: { authorization: "Bearer {{ env.API_TOKEN }}" }
        json: { id: "{{ workflow.input.id }}" }
`;
const TOKEN: Variable = { name: 'API_TOKEN', value: 'tok-123456789', isSecret: true };

interface Sent {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: unknown;
  readonly key: string | null;
}

/** An engine in which each question about a secret is answered so, and what it sent and asked. */
function openAnswering(answer: 'once' | 'never') {
  const sent: Sent[] = [];
  const asked: SecretQuestion[] = [];
  const page = openEngine({
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      const key = headers.get('idempotency-key');
      sent.push({ url: new Request(url).url, authorization: headers.get('authorization'), body: init?.body, key });
      return Response.json({ count: sent.length, echo: headers.get('authorization') });
    },
    onSecrets: ({ questions }) => {
      for (const question of questions) {
        if (asked.some(({ id }) => id === question.id)) continue;
        asked.push(question);
        void page.engine.answerSecret(question.id, answer);
      }
    },
  });
  return { page, sent, asked };
}

async function runOrder(
  page: ReturnType<typeof openEngine>,
): Promise<{ readonly runId: string; readonly key: string }> {
  const runId = await start(page, makeRequest(ORDER, { variables: [TOKEN], input: { id: 7 } }));
  await page.finished(runId);
  const call = page.events.get(runId)?.find((event) => event.type === 'effect.requested');
  if (call?.type !== 'effect.requested') throw new Error('The run made no call');
  return { runId, key: call.key };
}

/** What is stored of how a run went. */
async function readInputs(runId: string): Promise<readonly unknown[]> {
  const run = await openDisk().find(runId);
  return (run?.chunks ?? []).flatMap(({ inputs }): readonly unknown[] => JSON.parse(inputs));
}

test('a request goes out as it did, with the secrets as they are now and another idempotency key; the run stays as it is', async () => {
  const { page, sent } = openAnswering('once');
  const { runId, key } = await runOrder(page);
  const before = await readInputs(runId);
  const events = page.events.get(runId)?.length;
  const variables = [{ ...TOKEN, value: 'tok-987654321' }];
  const again = await page.clock.settle(page.engine.sendAgain({ runId, key, variables }));
  expect(sent.map(({ url, authorization, body }) => [url, authorization, body])).toEqual([
    ['https://api.test/orders', 'Bearer tok-123456789', '{"id":7}'],
    ['https://api.test/orders', 'Bearer tok-987654321', '{"id":7}'],
  ]);
  expect(new Set(sent.map((request) => request.key)).size).toBe(2);
  expect(again).toMatchObject({ ok: true, value: { error: null, response: { status: 200, body: { count: 2 } } } });
  // What came back names the secret, and does not tell it.
  expect(JSON.stringify(again)).not.toContain('987654321');
  expect(before).toHaveLength(3);
  expect(await readInputs(runId)).toEqual(before);
  expect(page.events.get(runId)).toHaveLength(events ?? 0);
});

test('a secret that may not go there is not sent: a person is asked in the name of the run', async () => {
  const { runId, key } = await runOrder(openAnswering('once').page);
  // What was allowed in this run is not known after a reload.
  const { page, sent, asked } = openAnswering('never');
  const again = await page.clock.settle(page.engine.sendAgain({ runId, key, variables: [TOKEN] }));
  expect(again).toMatchObject({ ok: true, value: { response: null, error: { code: 'AUTHORIZATION_ERROR' } } });
  expect(sent).toEqual([]);
  expect(asked.map(({ name, origin, runId: run }) => [name, origin, run])).toEqual([
    ['API_TOKEN', 'https://api.test', runId],
  ]);
});

test('nothing is sent for a call that the run did not make, nor for a run that came from a file', async () => {
  const { page, sent } = openAnswering('once');
  const { runId, key } = await runOrder(page);
  const text = await page.clock.settle(page.engine.exportRun(runId));
  const imported = await page.clock.settle(page.engine.importRun(text ?? '', 'run.json'));
  for (const call of [
    { runId, key: 'none' },
    { runId: 'none', key },
    { runId: imported.runId, key },
  ]) {
    const again = await page.clock.settle(page.engine.sendAgain({ ...call, variables: [TOKEN] }));
    expect(again).toMatchObject({ ok: false, error: { code: 'REFERENCE_ERROR' } });
  }
  expect(sent).toHaveLength(1);
});
