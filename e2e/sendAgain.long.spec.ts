import { serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { expectNoBarrier } from './access.ts';
import { importText, openApp, openRunForm, showNewRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { drawer, state } from './runs.ts';

interface SentRequest {
  readonly method: string;
  readonly body: string;
  readonly key: string;
}

/** A server that keeps the requests it is sent, and answers each with how many there were. */
async function serveOrders() {
  const requests: SentRequest[] = [];
  const server = await serveLoopback((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, idempotency-key, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '');
      requests.push({ method: request.method ?? '', body: Buffer.concat(pieces).toString(), key });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ count: requests.length }));
    });
  });
  return { ...server, requests };
}

/** Runs a file of one task that makes one call, and opens that call. Answers with its step. */
async function runAndOpenCall(page: Page, text: string, id: string): Promise<Locator> {
  await importText(page, `${id}.yaml`, text);
  await openRunForm(page);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await showNewRun(page, () => page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click());
  await expect(state(page, /^Success in/)).toBeVisible();
  await drawer(page)
    .getByRole('button', { name: new RegExp(`^${id}, success`) })
    .click();
  await page.getByRole('tab', { name: /^Calls/ }).click();
  return page.getByRole('region', { name: `Step ${id}` });
}

/** Waits for the answer to the request that was sent again. */
async function expectCount(step: Locator, count: number): Promise<void> {
  const answer = step.getByRole('region', { name: 'Answer to the request that was sent again' });
  await answer.getByRole('radio', { name: 'Raw' }).click();
  await expect(answer).toContainText(new RegExp(`"count":\\s*${count}\\b`));
}

test('a request that may change something is sent again after a question', async ({ page }) => {
  const server = await serveOrders();
  try {
    await openApp(page);
    const text = `tools:
  - id: orders
    use: core:http
    config: { base_url: "${server.url}", idempotency_key: true }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - { id: order, type: basic, use: "tool:orders", with: { url: orders, method: POST, json: { id: 7 } } }
`;
    const step = await runAndOpenCall(page, text, 'order');
    await step.getByRole('button', { name: 'Send again' }).click();
    const question = step.getByRole('group', { name: 'Send again?' });
    await expect(question).toContainText('POST may change something at 127.0.0.1');
    expect(server.requests).toHaveLength(1);
    await expectNoBarrier(page, question);
    await question.getByRole('button', { name: 'Send it' }).click();
    await expectCount(step, 2);
    expect(server.requests.map(({ method, body }) => `${method} ${body}`)).toEqual(['POST {"id":7}', 'POST {"id":7}']);
    // It is another request to whoever knows requests by their keys.
    expect(new Set(server.requests.map(({ key }) => key)).size).toBe(2);
    // The run is as it was.
    await expect(page.getByRole('tab', { name: /^Calls/ })).toHaveText(/1$/);
  } finally {
    await server.close();
  }
});

test('a request that changes nothing is sent again at once, and one that may is not sent where that is cancelled', async ({
  page,
}) => {
  const server = await serveOrders();
  try {
    await openApp(page);
    const url = `${server.url}orders`;
    const read = `tasks:\n  - { id: read, type: basic, use: core:http, with: { url: "${url}" } }\n`;
    const step = await runAndOpenCall(page, read, 'read');
    await step.getByRole('button', { name: 'Send again' }).click();
    await expectCount(step, 2);

    const order = `tasks:\n  - { id: order, type: basic, use: core:http, with: { url: "${url}", method: POST } }\n`;
    const asking = await runAndOpenCall(page, order, 'order');
    await asking.getByRole('button', { name: 'Send again' }).click();
    await asking.getByRole('group', { name: 'Send again?' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(asking.getByRole('button', { name: 'Send again' })).toBeEnabled();
    await expectNoBarrier(page, asking);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  } finally {
    await server.close();
  }
});
