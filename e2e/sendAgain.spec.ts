import { expectNoBarrier } from './access.ts';
import { openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectCount, runAndOpenCall, serveOrders } from './sendAgain.ts';

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
