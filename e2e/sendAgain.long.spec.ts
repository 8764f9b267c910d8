import { expectNoBarrier } from './access.ts';
import { openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectCount, runAndOpenCall, serveOrders } from './sendAgain.ts';

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
