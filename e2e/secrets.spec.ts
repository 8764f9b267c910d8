import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { CANARY, callOf, closeRecorders, keep, question, record, setSecret } from './secrets.ts';

/** Forms in which a secret could lie somewhere. */
const FORMS = [
  CANARY,
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
  Buffer.from(`x${CANARY}`).toString('base64').slice(2, -4),
  Buffer.from(CANARY, 'utf16le').toString('latin1'),
];

test.afterEach(closeRecorders);

test('a secret goes only where the user allows it, is kept on the device, and is found nowhere', async ({
  baseURL,
}) => {
  const [good, evil] = [await record(), await record()];
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-canary-'));
  const said: string[] = [];
  try {
    const context = await openProfile(folder, baseURL);
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`));
    await openApp(page);

    await test.step('a file from outside shows what it would reach before it runs', async () => {
      await importText(page, 'good.yaml', callOf(good.url));
      await setSecret(page, CANARY);
      await keep(page, 'On this device');
      await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
      const dialog = page.getByRole('dialog', { name: 'Trust “good.yaml”?' });
      await expect(dialog).toContainText(good.url);
      await expect(dialog).toContainText('CANARY_KEY');
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('a secret goes to a new address only once the user allows it', async () => {
      await startRun(page);
      await expect(question(page, good.url)).toBeVisible();
      expect(good.keys).toEqual([]);
      await question(page, good.url).getByRole('button', { name: 'Always allow' }).click();
      await expect(runBadge(page)).toHaveText(/^Success in/);
      expect(good.keys).toEqual([CANARY]);
      // What leaves of a run: as a report for people, and for another Signalbox.
      for (const entry of [/^Save the run as a report/, 'Export the run']) said.push(await saveRun(page, entry));
      await importText(page, 'evil.yaml', callOf(evil.url));
      await startRun(page);
      await expect(question(page, evil.url).getByRole('button', { name: 'Refuse' })).toBeFocused();
      await question(page, evil.url).getByRole('button', { name: 'Refuse' }).click();
      await expect(runBadge(page)).toHaveText(/^Failed after/);
      expect(evil.keys).toEqual([]);
    });

    await test.step('it is there after a reload, and found neither in the page, exports and storage nor in the profile on the disk', async () => {
      said.push(await page.content(), page.url());
      await page.reload();
      await expect(page.getByText('set', { exact: true })).toBeVisible();
      said.push(await page.content(), await readStorage(page));
      // The browser's own values of fields are not in the document's text.
      said.push(
        await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value).join('\n')),
      );
      await context.close();
      said.push(...readFolder(folder));
      for (const form of FORMS)
        expect(said.filter((text) => text.includes(form)).map((text) => text.slice(0, 200))).toEqual([]);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A browser whose profile lies in a folder. */
function openProfile(folder: string, baseURL: string | undefined): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...(process.env['SIGNALBOX_CHROMIUM'] === undefined ? {} : { executablePath: process.env['SIGNALBOX_CHROMIUM'] }),
    args: ['--no-sandbox'],
    serviceWorkers: 'block',
    baseURL: baseURL ?? '',
  });
}

/** Saves the run on screen in one of the ways of the menu of exports. */
async function saveRun(page: Page, entry: RegExp | string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
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
