import { readFileSync } from 'node:fs';
import { type LoopbackServer, serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { serveModels } from '../engine/testing/wire/serveModels.ts';
import { expectNoBarrier } from './access.ts';
import { importText, openApp } from './app.ts';
import { provideFolder, readDisk, writeDisk } from './diskFolder.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { command } from './runs.ts';

/** A server that sorts what it is sent, and the paths that were asked for. */
interface Sorter {
  readonly server: LoopbackServer;
  readonly requests: readonly string[];
}

async function serveSorter(): Promise<Sorter> {
  const requests: string[] = [];
  const server = await serveLoopback((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    requests.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ topic: (request.url ?? '').replace(/.*=/, '') }));
  });
  return { server, requests };
}

/** What a workflow of texts takes. */
const INPUT = 'schema: { input: { type: object, properties: { text: { type: string } } } }';

/** A workflow that asks a server for the topic of a text. */
function flowTo({ server }: Sorter): string {
  return `${INPUT}
tasks:
  - { id: sort, type: basic, use: core:http, with: { url: '${server.url}sort?text={{ workflow.input.text }}' } }
outputs: { topic: '{{ tasks.sort.output.body.topic }}' }
`;
}

const TESTS = `tests:
  - name: mails
    each: [{ id: money, text: refund }, { id: parcel, text: delivery }]
    input: { text: '{{ row.text }}' }
    answers: { sort: live }
    score: '{{ output.topic == row.text }}'
`;

function listOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Datasets of mails.test.yaml' });
}

test('a dataset asks for real only within a budget and once it is trusted; what was asked is kept over a reload', async ({
  page,
}) => {
  const sorter = await serveSorter();
  const { requests } = sorter;
  await openApp(page);
  await importText(page, 'mails.yaml', flowTo(sorter));
  await importText(page, 'mails.test.yaml', TESTS);
  await command(page, 'Tests');
  const list = listOf(page);
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByText('2 without an answer')).toBeVisible();
  expect(requests).toEqual([]);

  await list.getByRole('button', { name: 'Run with real models…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run with real models: mails' });
  await expectNoBarrier(page, dialog);
  await dialog.getByRole('textbox', { name: 'Most calls' }).fill('1');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  const trust = page.getByRole('dialog', { name: /^Trust/ });
  await expect(trust).toContainText('mails.test.yaml');
  expect(requests).toEqual([]);
  await trust.getByRole('button', { name: 'Trust and continue' }).click();
  await expect(list.getByText('1 asked, 1 without an answer')).toBeVisible();
  expect(requests).toHaveLength(1);

  // What is left is asked, and nothing else.
  await list.getByRole('button', { name: 'Run with real models…' }).click();
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(list.getByText('1 asked, 1 kept')).toBeVisible();
  expect(requests).toHaveLength(2);
  // The panel is open again by itself.
  await page.reload();
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByText('2 kept')).toBeVisible();
  await expect(list.getByRole('status')).toHaveText('2 rows × 1 variant, all passed');
  expect(requests).toHaveLength(2);
  await sorter.server.close();
});

async function importRows(page: Page, button: () => Promise<void>, name: string, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button();
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('rows of evaluations of chats and of a CSV become datasets, and are saved as they came', async ({ page }) => {
  await test.step('rows of evaluations of chats become a dataset, are replaced, and are saved as they came', async () => {
    await openApp(page);
    const mapped = "tasks: [{ id: sort, type: map, config: { mapping: '{{ input.text }}' } }]\n";
    await importText(page, 'mails.yaml', `${INPUT}\n${mapped}`);
    await command(page, 'Tests');
    const lines = `${JSON.stringify({ input: [{ role: 'user', content: 'refund' }], ideal: 'refund' })}\n`;
    const add = page.getByRole('button', { name: 'Import rows…' });
    await importRows(page, () => add.click(), 'chats.jsonl', lines);
    const list = listOf(page);
    await list.getByRole('button', { name: 'Run the dataset “chats”' }).click();
    await expect(list.getByRole('status')).toHaveText('1 row × 1 variant, all passed');

    const rows = list.getByRole('button', { name: 'Rows of “chats”' });
    await rows.click();
    const more = `${lines}${JSON.stringify({ input: [{ role: 'user', content: 'parcel' }], ideal: 'delivery' })}\n`;
    await importRows(page, () => page.getByRole('menuitem', { name: /^Import/ }).click(), 'other.jsonl', more);
    await list.getByRole('button', { name: 'Run the dataset “chats”' }).click();
    await expect(list.getByRole('status')).toHaveText('2 rows × 1 variant, all passed');
    const saving = page.waitForEvent('download');
    await rows.click();
    await page.getByRole('menuitem', { name: /^Save/ }).click();
    expect(readFileSync(await (await saving).path(), 'utf8')).toBe(more);
  });
  await test.step('rows of a CSV become a dataset', async () => {
    const mapped = "tasks: [{ id: sort, type: map, config: { mapping: '{{ workflow.input.text | upper }}' } }]\n";
    await importText(page, 'letters.yaml', `${INPUT}\n${mapped}`);
    const add = page.getByRole('button', { name: 'Import rows…' });
    const rows = 'id,text\nmoney,"I want my money, now"\nparcel,Where is it?\n';
    await importRows(page, () => add.click(), 'letters.csv', rows);
    const list = page.getByRole('list', { name: 'Datasets of letters.test.yaml' });
    await list.getByRole('button', { name: 'Run the dataset “letters”' }).click();
    await expect(list.getByRole('status')).toHaveText('2 rows × 1 variant, all passed');
    await list.getByRole('button', { name: 'Open the grid' }).click();
    const chosen = page.getByRole('dialog', { name: 'Grid of letters' }).getByRole('region', { name: 'Row money' });
    await expect(chosen).toContainText('I WANT MY MONEY, NOW');
  });
});

/** Opens a folder with these files. */
async function openFolder(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await provideFolder(page);
  await openApp(page);
  for (const [name, text] of Object.entries(files)) await writeDisk(page, name, text);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: /^Open a folder/ }).click();
  await expect(page).toHaveTitle(/^mails/);
}

test('in an open folder a model is asked once: its answers are a file there, which a second run and another browser read', async ({
  page,
  browser,
}) => {
  const models = await serveModels();
  models.answer = () => ({ text: ['refund'] });
  const config = {
    provider: 'openai',
    api: 'chat',
    model: 'small',
    url: `${models.url}openai/v1`,
    api_key: 'sk-plain',
  };
  const agent = `{ id: clerk, use: core:agent, config: ${JSON.stringify(config)} }`;
  const task = "{ id: sort, type: basic, use: 'agent:clerk', with: { prompt: '{{ workflow.input.text }}' } }";
  const files = {
    'mails.yaml': `agents: [${agent}]\ntasks: [${task}]\n`,
    'mails.test.yaml': TESTS.replace(/score: .*/, `score: "{{ output == 'refund' }}"`),
  };
  await openFolder(page, files);
  await command(page, 'Tests');
  const list = listOf(page);
  await list.getByRole('button', { name: 'Run with real models…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run with real models: mails' });
  await dialog.getByRole('textbox', { name: 'Most calls' }).fill('5');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Trust/ })
    .getByRole('button', { name: 'Trust and continue' })
    .click();
  await expect(list.getByText('2 asked')).toBeVisible();
  expect(models.requests).toHaveLength(2);
  await expect.poll(async () => Object.keys(await readDisk(page))).toContain('mails.test.answers.jsonl');
  const written = (await readDisk(page))['mails.test.answers.jsonl'] ?? '';
  const answers = written.trimEnd().split('\n');
  expect(answers.map((line) => JSON.parse(line))).toEqual(
    Array.from({ length: 2 }, () => ({
      request: expect.stringMatching(/^[0-9a-f]{64}$/),
      task: 'sort',
      duration: expect.any(Number),
      value: expect.objectContaining({ text: 'refund' }),
      warnings: expect.any(Array),
    })),
  );
  expect(written).not.toContain('sk-plain');

  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByText('2 kept')).toBeVisible();
  await expect(list.getByRole('status')).toHaveText('2 rows × 1 variant, all passed');
  const other = await (await browser.newContext()).newPage();
  await openFolder(other, { ...files, 'mails.test.answers.jsonl': written });
  await command(other, 'Tests');
  await listOf(other).getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(listOf(other).getByText('2 kept')).toBeVisible();
  await expect(listOf(other).getByRole('status')).toHaveText('2 rows × 1 variant, all passed');
  expect(models.requests).toHaveLength(2);
  await models.close();
});
