import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { card, downloadText } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';

/** Where the program is: beside the built app, as in the package. */
let program = '';
let folder = '';
let server: ChildProcess | null = null;

test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  const place = mkdtempSync(path.join(tmpdir(), 'signalbox-program-'));
  execFileSync(process.execPath, ['tools/build-cli.mjs', path.join(place, 'cli')], { cwd: ROOT });
  symlinkSync(path.join(ROOT, 'dist'), path.join(place, 'dist'));
  program = path.join(place, 'cli/signalbox.js');
});

test.afterAll(() => rmSync(path.dirname(path.dirname(program)), { recursive: true, force: true }));

test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-flows-'));
  write('one.yaml', SOURCE);
  // As Firefox and WebKit: a page has no way to a folder of its own.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'showDirectoryPicker');
    Reflect.deleteProperty(globalThis, 'FileSystemDirectoryHandle');
  });
});

test.afterEach(async ({ page }) => {
  // First: it asks its server all the time.
  await page.close();
  await end();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  // As editors do: a new file that takes the name.
  writeFileSync(path.join(folder, `.${name}.draft`), text);
  renameSync(path.join(folder, `.${name}.draft`), path.join(folder, name));
}

function read(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

/** Starts the program; answers with the address that it prints. */
async function start(): Promise<string> {
  const child = spawn(process.execPath, [program, 'open', folder, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    const [address] = /http:\S+/.exec(out) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`No address was printed: ${out}`);
}

/** Ends the program as Ctrl-C does; answers with its exit code. */
async function end(): Promise<number | null> {
  const child = server;
  server = null;
  if (!child || child.exitCode !== null) return child?.exitCode ?? null;
  const closed = new Promise<number | null>((resolve) => child.on('exit', resolve));
  child.kill('SIGINT');
  return closed;
}

async function openServed(page: Page): Promise<string> {
  const address = await start();
  await page.goto(address);
  await expect(savedMark(page)).toBeVisible();
  return address;
}

function savedMark(page: Page) {
  return page.getByRole('banner').getByText(`Saved to ${path.basename(folder)}`);
}

async function nameFirst(page: Page, name: string): Promise<void> {
  await card(page, 'a').click();
  const field = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(name);
  await field.press('Enter');
}

function named(name: string): string {
  return SOURCE.replace('  - id: a\n', `  - id: a\n    name: ${name}\n`);
}

test('an edit is written to the folder on Save, and the places of cards beside it', async ({ page }) => {
  await openServed(page);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await expect(page).toHaveTitle(/^one\.yaml/);
  await nameFirst(page, 'Alpha');
  expect(read('one.yaml')).toBe(SOURCE);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(savedMark(page)).toBeVisible();
  expect(read('one.yaml')).toBe(named('Alpha'));

  await card(page, 'b').click();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => readdirSync(folder).toSorted()).toEqual(['one.layout.json', 'one.yaml']);
  expect(JSON.parse(read('one.layout.json'))).toMatchObject({ version: 1, positions: { b: {} } });
});

test('what another program changes, makes and removes is shown at once', async ({ page }) => {
  await openServed(page);
  write('one.yaml', named('Theirs'));
  await expect(page.getByRole('group', { name: /^Theirs, id a/ })).toBeVisible();
  await expect(savedMark(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  write('two.yaml', SOURCE);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByText('two.yaml')).toBeVisible();
  rmSync(path.join(folder, 'two.yaml'));
  await expect(files.getByText('two.yaml')).toHaveCount(0);
});

test('a file that changed here and on disk is a question, and nothing of either is lost', async ({ page }) => {
  await openServed(page);
  await nameFirst(page, 'Mine');
  write('one.yaml', named('Theirs'));
  const dialog = page.getByRole('dialog', { name: '“one.yaml” changed on disk' });
  await expect(dialog.getByText('name: Theirs')).toBeVisible();
  await expect(dialog.getByText('name: Mine')).toBeVisible();
  expect(read('one.yaml')).toBe(named('Theirs'));
  await page.keyboard.type('x ');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  expect(await downloadText(page)).toBe(named('Mine'));
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => read('one.yaml')).toBe(named('Mine'));

  await nameFirst(page, 'Again');
  write('one.yaml', named('Theirs'));
  await dialog.getByRole('button', { name: 'Take the one on disk' }).click();
  expect(await downloadText(page)).toBe(named('Theirs'));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => downloadText(page)).toBe(named('Again'));
});

test('what is not saved outlives the page and the program', async ({ page, problems }) => {
  await openServed(page);
  await nameFirst(page, 'Unsaved');
  await expect(page.getByRole('banner').getByText(/^Not yet in/)).toBeVisible();
  expect(await end()).toBe(0);
  await expect(page.getByRole('alert').filter({ hasText: 'signalbox open was ended' })).toBeVisible();
  expect(read('one.yaml')).toBe(SOURCE);

  write('two.yaml', SOURCE);
  await page.goto('about:blank');
  await page.goto(await start());
  await expect(page.getByRole('banner').getByText(/^Not yet in/)).toBeVisible();
  expect(await downloadText(page)).toBe(named('Unsaved'));
  await page.keyboard.press('ControlOrMeta+s');
  await expect(savedMark(page)).toBeVisible();
  expect(read('one.yaml')).toBe(named('Unsaved'));
  // The requests that found no server.
  problems.length = 0;
});

test('an address lets one browser in', async ({ page, browser, problems }) => {
  const address = await openServed(page);
  await page.reload();
  await expect(savedMark(page)).toBeVisible();
  const stranger = await browser.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText(/This address was used before/).first()).toBeVisible();
  await expect(stranger.getByText('one.yaml')).toHaveCount(0);
  await stranger.close();
  problems.length = 0;
});
