import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { card, importText, openApp, runBadge, startRun, trustFile } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const CANARY = 'canary-5f1d0c2e9a7b4836';

/** Forms in which a secret could lie somewhere. */
const FORMS = [
  CANARY,
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
  Buffer.from(`x${CANARY}`).toString('base64').slice(2, -4),
  Buffer.from(CANARY, 'utf16le').toString('latin1'),
];

interface Recorder {
  readonly server: Server;
  readonly url: string;
  readonly keys: (string | undefined)[];
}

const recorders: Recorder[] = [];

/** A server that notes the key it is given, and gives it back. */
async function record(): Promise<Recorder> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    const key = request.headers['x-api-key'];
    keys.push(typeof key === 'string' ? key : undefined);
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify({ echo: key }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const recorder = { server, url: `http://127.0.0.1:${port}`, keys };
  recorders.push(recorder);
  return recorder;
}

test.afterEach(async () => {
  await Promise.all(
    recorders.splice(0).map(({ server }) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

function callOf(url: string): string {
  return `tasks:
  - id: call
    type: basic
    use: core:http
    with:
      url: "${url}/"
      headers: { x-api-key: "{{ env.CANARY_KEY }}" }
`;
}

async function setSecret(page: Page, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'CANARY_KEY', exact: true }).click();
  await fillSecret(page, value);
}

/** Sets the secret where its field is open. */
async function fillSecret(page: Page, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Value of CANARY_KEY' });
  await field.fill(value);
  await field.press('Enter');
  await expect(page.getByText('set', { exact: true })).toBeVisible();
}

async function keep(page: Page, how: string): Promise<void> {
  await page.getByRole('combobox', { name: 'How long CANARY_KEY is kept' }).click();
  await page.getByRole('option', { name: how, exact: true }).click();
}

function question(page: Page, url: string) {
  return page.getByRole('dialog', { name: `May CANARY_KEY go to ${url}?` });
}

test('a secret goes only where the user allows it', async ({ page }) => {
  await openApp(page);

  await test.step('a file from outside shows what it would reach before it runs', async () => {
    const other = await record();
    await importText(page, 'stranger.yaml', callOf(other.url));
    await expect(card(page, 'call')).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trust “stranger.yaml”?' });
    await expect(dialog).toContainText(other.url);
    await expect(dialog).toContainText('CANARY_KEY');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeVisible();
    expect(other.keys).toEqual([]);
    await dialog.getByRole('button', { name: 'Trust and continue' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  });

  await page.keyboard.press('Escape');
  await test.step('before a run the form says which variables have no value, and leads to them', async () => {
    await importText(page, 'call.yaml', callOf('http://127.0.0.1:9'));
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await trustFile(page);
    const form = page.getByRole('dialog', { name: 'Run call.yaml' });
    await expect(form.getByText('Not set, so read as null: CANARY_KEY')).toBeVisible();
    await form.getByRole('button', { name: 'Set variables' }).click();
    await page.getByRole('button', { name: 'CANARY_KEY', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Value of CANARY_KEY' })).toBeVisible();
  });

  await test.step('a secret goes to a new address only once the user allows it, and from then on without a question', async () => {
    const [good, evil] = [await record(), await record()];
    await importText(page, 'good.yaml', callOf(good.url));
    await fillSecret(page, CANARY);
    await startRun(page);
    await expect(question(page, good.url)).toBeVisible();
    expect(good.keys).toEqual([]);
    await question(page, good.url).getByRole('button', { name: 'Always allow' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await startRun(page);
    await expect.poll(() => good.keys).toEqual([CANARY, CANARY]);
    await expect(page.getByRole('list', { name: 'Where CANARY_KEY may go' })).toContainText(good.url);

    await importText(page, 'evil.yaml', callOf(evil.url));
    await startRun(page);
    await expect(question(page, evil.url).getByRole('button', { name: 'Refuse' })).toBeFocused();
    await question(page, evil.url).getByRole('button', { name: 'Refuse' }).click();
    await expect(runBadge(page)).toHaveText(/^Failed after/);
    await expect(page.getByText(/CANARY_KEY may not go to/).first()).toBeVisible();
    expect(evil.keys).toEqual([]);
  });
});

test('a secret is kept for the tab, on the device, or under a passphrase', async ({ page }) => {
  const good = await record();
  await openApp(page);
  await importText(page, 'good.yaml', callOf(good.url));
  await setSecret(page, CANARY);

  await test.step('a secret kept for the tab is asked for again after a reload; on the device it is there', async () => {
    await page.reload();
    await expect(page.getByText('not set', { exact: true })).toBeVisible();
    await startRun(page);
    const asked = page.getByRole('dialog', { name: 'CANARY_KEY is needed' });
    await asked.getByRole('textbox', { name: 'Value of CANARY_KEY' }).fill(CANARY);
    await asked.getByRole('button', { name: 'Use it' }).click();
    await question(page, good.url).getByRole('button', { name: 'Only in this run' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);

    await keep(page, 'On this device');
    await page.reload();
    await expect(page.getByText('set', { exact: true })).toBeVisible();
    await startRun(page);
    await question(page, good.url).getByRole('button', { name: 'Always allow' }).click();
    await expect.poll(() => good.keys).toEqual([CANARY, CANARY]);
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('a secret under a passphrase is locked after a reload, and opens with it', async () => {
    await keep(page, 'On this device, with a passphrase');
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse');
    await page.getByRole('button', { name: 'Use this passphrase' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.reload();
    await expect(page.getByText('locked', { exact: true })).toBeVisible();
    await startRun(page);
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('wrong');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('Wrong passphrase.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect.poll(() => good.keys).toEqual([CANARY, CANARY, CANARY]);
  });
});

test('a canary is found nowhere: not in the page, exports, storage or the profile on the disk', async ({ baseURL }) => {
  const good = await record();
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-canary-'));
  const said: string[] = [];
  try {
    const context = await chromium.launchPersistentContext(folder, {
      ...(process.env['SIGNALBOX_CHROMIUM'] === undefined ? {} : { executablePath: process.env['SIGNALBOX_CHROMIUM'] }),
      args: ['--no-sandbox'],
      serviceWorkers: 'block',
      baseURL: baseURL ?? '',
    });
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`));
    await openApp(page);
    await importText(page, 'good.yaml', callOf(good.url));
    await setSecret(page, CANARY);
    await keep(page, 'On this device');
    await startRun(page);
    await question(page, good.url).getByRole('button', { name: 'Always allow' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(good.keys).toEqual([CANARY]);
    said.push(await page.content(), page.url(), await readStorage(page));
    // What leaves of a run: as a report for people, and for another Signalbox.
    for (const entry of [/^Save the run as a report/, 'Export the run']) said.push(await saveRun(page, entry));
    // The browser's own values of fields are not in the document's text.
    said.push(await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value).join('\n')));
    await context.close();
    said.push(...readFolder(folder));
    for (const form of FORMS)
      expect(said.filter((text) => text.includes(form)).map((text) => text.slice(0, 200))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Saves the run on screen in one of the ways of its menu. */
async function saveRun(page: Page, entry: RegExp | string): Promise<string> {
  await page.getByRole('button', { name: 'Save the run as…' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
  if (entry instanceof RegExp) await save.click();
  const text = readFileSync(await (await download).path(), 'utf8');
  // It is the run: the address that was called is in it.
  expect(text).toContain('127.0.0.1');
  return text;
}

/** All that IndexedDB, localStorage and sessionStorage hold, as text; read in the page, so all it needs is inside. */
async function readStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const reader = {
      read<T>(request: IDBRequest<T>): Promise<T> {
        return new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('IndexedDB refused')));
        });
      },
      toText(value: unknown): unknown {
        if (value instanceof Map || value instanceof Set) return [...value];
        if (!(value instanceof ArrayBuffer)) return value;
        return Array.from(new Uint8Array(value), (byte) => String.fromCharCode(byte)).join('');
      },
    };
    const texts = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).map(String));
    for (const { name } of await indexedDB.databases()) {
      const database = await reader.read(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const values = await reader.read(database.transaction(store).objectStore(store).getAll());
        texts.push(JSON.stringify(values, (_key, value: unknown) => reader.toText(value)));
      }
      database.close();
    }
    return texts.join('\n');
  });
}

/** The bytes of every file of a folder, one character a byte. */
function readFolder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => readFileSync(file, 'latin1'));
}
