import { serveMcp } from '../engine/testing/serving/serveMcp.ts';
import { serveModels, type WireAnswer } from '../engine/testing/wire/serveModels.ts';
import {
  card,
  downloadText,
  expectStatus,
  openApp,
  openFile,
  openOptions,
  openRunForm,
  runBadge,
  showNewRun,
  startRun,
} from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { openResult } from './runs.ts';

test('orders report and research fan-out run to their end', async ({ page }) => {
  await test.step('orders report: fetches JSON and CSV over HTTP and maps them', async () => {
    const fetched: string[] = [];
    page.context().on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await openApp(page);
    await openFile(page, 'orders-report.yaml');
    await expect(page).toHaveTitle(/^orders-report/);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(fetched.filter((path) => path.startsWith('/samples/data/')).length).toBeGreaterThanOrEqual(2);
    for (const task of await page
      .getByRole('list', { name: 'Steps of the run' })
      .getByRole('button', { name: /, \w+, / })
      .all()) {
      await expect(task).toHaveAccessibleName(/, success, /);
    }
  });
  await test.step('research fan-out: branches run side by side, then one answer', async () => {
    await openFile(page, 'research-fanout.yaml');
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    for (const id of [
      'plan',
      'research',
      'research_first',
      'research_second',
      'research_third',
      'weigh',
      'synthesize',
    ]) {
      await expectStatus(page, id, 'Success');
    }
    await openResult(page);
    await expect(page.getByRole('tree', { name: 'output' })).toBeVisible();
  });
});

test('support triage: an error is routed to a person', async ({ page }) => {
  await openApp(page);
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('textbox', { name: /^Ticket/ }).fill('My lawyer will write to you.');
  await showNewRun(page, () => page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click());
  await expectStatus(page, 'classify', 'Handled error');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectStatus(page, 'escalate', 'Success');
  await page.getByRole('button', { name: /^Classify ticket, handled error/ }).click();
  const step = page.getByRole('region', { name: 'Step Classify ticket' });
  await expect(step.getByText('PROVIDER_ERROR').first()).toBeVisible();
  await expect(step.getByText('The model declined to sort this ticket.').first()).toBeVisible();
});

/** The calls that the agent of the support desk made, in their order. */
async function openCalls(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Answer the customer, success/ }).click();
  const step = page.getByRole('region', { name: 'Step Answer the customer' });
  await step.getByRole('tab', { name: /^Calls/ }).click();
  return step.getByRole('tabpanel', { name: /^Calls/ }).getByRole('group');
}

/** What the first request of the model holds beside its instructions. */
async function openMessages(calls: Locator): Promise<Locator> {
  const first = calls.filter({ hasText: /^Model/ }).first();
  await first.locator('summary').click();
  const request = first.getByRole('tree', { name: 'request' });
  await request.getByRole('treeitem', { name: /^messages/ }).click();
  return request;
}

const ORDER = ['Memory', 'Memory', 'Model', 'Tool', 'Model', 'Tool', 'Memory', 'Model', 'Memory'];

/** Sets a variable that the open file reads. */
async function setVariable(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const field = page.getByRole('textbox', { name: `Value of ${name}` });
  await field.fill(value);
  await field.press('Enter');
}

/** As long as those of the service: none that could be guessed. */
const KEY = 'sk-proj-7Qm2xV9LkT4sB8nR1wZ6';

const TURNS: readonly WireAnswer[] = [
  { toolCalls: [{ id: 'call_1', name: 'find_order', input: { order: 'A-1043' } }] },
  { toolCalls: [{ id: 'call_2', name: 'refund_for', input: { price: 18, reason: 'changed_mind', days: 40 } }] },
  { text: ['{"answer":"Forty days are ', 'too long.","refund":0}'] },
];

test('support desk: the mock and a real model answer', async ({ page }) => {
  await test.step('the mock calls both tools, and the next run remembers what was said', async () => {
    await openApp(page);
    await openFile(page, 'support-desk.yaml');
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const calls = await openCalls(page);
    await expect(calls).toHaveText(ORDER.map((kind) => new RegExp(`^${kind}`)));
    await expect(calls.nth(3)).toContainText('find_order');
    await expect(calls.nth(5)).toContainText('refund_for');
    await expect((await openMessages(calls)).getByRole('treeitem', { name: /^messages: 1 item/ })).toBeVisible();

    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const request = await openMessages(await openCalls(page));
    for (const [place, content] of [
      'Order A-1042 came with a broken kettle',
      '.*I am sorry that the kettle',
    ].entries()) {
      await request.getByRole('treeitem', { name: new RegExp(`^${place}: `) }).click();
      await expect(request.getByRole('treeitem', { name: new RegExp(`^content: "${content}`) })).toHaveCount(1);
    }
    await openResult(page);
    await expect(page.getByRole('treeitem', { name: 'messages_so_far: 4' })).toBeVisible();
  });
  await test.step('with a key a real model answers, and the file stays as it is', async () => {
    const server = await serveModels();
    server.answer = (_request, index) => TURNS[index] ?? {};
    try {
      const text = await downloadText(page);
      await page.getByRole('button', { name: 'Variables' }).click();
      await setVariable(page, 'OPENAI_KEY', KEY);
      await setVariable(page, 'OPENAI_URL', `${server.url}v1`);
      await showNewRun(page, async () => {
        await startRun(page);
        const asked = page.getByRole('dialog', { name: `May OPENAI_KEY go to ${new URL(server.url).origin}?` });
        await asked.getByRole('button', { name: 'Always allow' }).click();
      });
      await expect(runBadge(page)).toHaveText(/^Success in/);
      await expect(page.getByRole('region', { name: 'Run', exact: true }).getByText('Simulated')).toHaveCount(0);
      await openResult(page);
      await expect(page.getByRole('treeitem', { name: 'answer: "Forty days are too long."' })).toBeVisible();
      expect(await downloadText(page)).toBe(text);
    } finally {
      await server.close();
    }
    const [first, second, third] = server.requests;
    expect(server.requests.map(({ format, headers }) => [format, headers['authorization']])).toEqual(
      Array.from({ length: 3 }, () => ['openai-responses', `Bearer ${KEY}`]),
    );
    expect(first?.body).toMatchObject({
      model: 'gpt-4.1-mini',
      tools: [{ name: 'update_working_memory' }, { name: 'find_order' }, { name: 'refund_for' }],
      text: { format: { type: 'json_schema', schema: { required: ['answer', 'refund'] } } },
    });
    // What the tools said went back to the model.
    expect(JSON.stringify(second?.body['input'])).toContain('Assam, 500 g');
    expect(JSON.stringify(third?.body['input'])).toContain('{\\"refund\\":0}');
  });
});

/** Sends the signal for which the approval waits. */
async function answerApproval(page: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  await card(page, 'approval').click();
  const step = page.getByRole('region', { name: 'Step Wait for approval' });
  await step.getByLabel('Your name').fill('Ada');
  await step.getByRole('button', { name: answer }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  // The drawer and the inspector have left it little room.
  await page.getByRole('button', { name: 'Fit everything' }).click();
}

test('purchase approval: waits for a person, unless the purchase is small', async ({ page }) => {
  await test.step('it waits, over a reload too, and continues where the answer leads', async () => {
    await openApp(page);
    await openFile(page, 'purchase-approval.yaml');
    await startRun(page);
    await expectStatus(page, 'approval', 'Waiting');
    await answerApproval(page, 'Decline');
    await expectStatus(page, 'decline', 'Success');
    await expectStatus(page, 'order', 'Skipped');

    await showNewRun(page, () => startRun(page));
    await expectStatus(page, 'approval', 'Waiting');
    await page.reload();
    await expect(card(page, 'approval').getByRole('img', { name: 'Waiting' })).toBeVisible();
    await answerApproval(page, 'Approve');
    await expectStatus(page, 'order', 'Success');
    await expectStatus(page, 'decline', 'Skipped');
    await openResult(page);
    await expect(page.getByRole('treeitem', { name: 'approved_by: "Ada"' })).toBeVisible();
  });
  await test.step('a small purchase needs no answer', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('dialog').getByLabel('Amount in EUR').fill('20');
    await showNewRun(page, () => page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click());
    await expectStatus(page, 'order', 'Success');
    await expectStatus(page, 'approval', 'Skipped');
  });
});

test('sums: a run pauses without its MCP server, and continues with it; a simulated one asks no server', async ({
  page,
}) => {
  const server = await serveMcp();
  const paused = page.getByRole('region', { name: 'The run is paused' });
  try {
    await openApp(page);
    await openFile(page, 'mcp-sum.yaml');
    await test.step('without a server the run pauses and says what is missing', async () => {
      await startRun(page);
      await expect(paused).toContainText('There is no MCP server “demo” here.');
    });
    await test.step('once the server is set up, the same run continues, and its tool answers for every pair', async () => {
      await page.getByRole('button', { name: 'Variables' }).click();
      await page.getByRole('button', { name: 'Add an MCP server' }).click();
      await page.getByLabel('Name of the server').fill('demo');
      await page.keyboard.press('Enter');
      await page.getByLabel('Address of demo').fill(server.url);
      await page.keyboard.press('Enter');
      await paused.getByRole('button', { name: 'Resume' }).click();
      await expect(runBadge(page)).toHaveText(/^Success in/);
      expect(server.calls).toEqual(['add', 'add', 'add']);
    });
    await test.step('its output has the sums', async () => {
      await openResult(page);
      for (const sum of [42, 12, 2])
        await expect(page.getByRole('treeitem', { name: `sum: ${sum}`, exact: true }).first()).toBeVisible();
    });
    await test.step('a simulated run makes its answers up', async () => {
      await openRunForm(page);
      await openOptions(page);
      await page.getByRole('dialog').getByRole('switch', { name: 'Simulate models and tools' }).click();
      await showNewRun(page, () => page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click());
      await expect(runBadge(page)).toHaveText(/^Success in/);
      await expect(card(page, 'each').getByRole('img', { name: 'Simulated answer' }).first()).toBeVisible();
      expect(server.calls).toHaveLength(3);
    });
  } finally {
    await server.close();
  }
});
