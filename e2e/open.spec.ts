import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { card, downloadText } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { buildProgram, OpenedFolder } from './opening.ts';

const SOURCE = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';

let build: ReturnType<typeof buildProgram>;
let flows: OpenedFolder;

test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  build = buildProgram();
});

test.afterAll(() => build.remove());

test.beforeEach(async ({ page }) => {
  flows = new OpenedFolder(build.program);
  flows.write('one.yaml', SOURCE);
  // As Firefox and WebKit: a page has no way to a folder of its own.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'showDirectoryPicker');
    Reflect.deleteProperty(globalThis, 'FileSystemDirectoryHandle');
  });
});

test.afterEach(async ({ page }) => {
  // First: it asks its server all the time.
  await page.close();
  await flows.remove();
});

async function openServed(page: Page): Promise<string> {
  const address = await flows.start();
  await page.goto(address);
  await expect(savedMark(page)).toBeVisible();
  return address;
}

function savedMark(page: Page) {
  return page.getByRole('banner').getByText(`Saved to ${path.basename(flows.folder)}`);
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

test('a folder that is opened by the program is edited, saved, watched and guarded', async ({
  page,
  browser,
  problems,
}) => {
  const address = await openServed(page);

  await test.step('an edit is written to the folder on Save, and the places of cards beside it', async () => {
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/(#\/[^?]*)?$/);
    await expect(page).toHaveTitle(/^one\.yaml/);
    await nameFirst(page, 'Alpha');
    expect(flows.read('one.yaml')).toBe(SOURCE);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => flows.read('one.yaml')).toBe(named('Alpha'));
    await expect(savedMark(page)).toBeVisible();

    await card(page, 'b').click();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => readdirSync(flows.folder).toSorted()).toEqual(['one.layout.json', 'one.yaml']);
    expect(JSON.parse(flows.read('one.layout.json'))).toMatchObject({ version: 1, positions: { b: {} } });
  });

  await test.step('what another program changes, makes and removes is shown at once', async () => {
    flows.write('one.yaml', named('Other'));
    await expect(page.getByRole('group', { name: /^Other, id a/ })).toBeVisible();
    await expect(savedMark(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    flows.write('two.yaml', SOURCE);
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    const files = page.getByRole('region', { name: 'Files' });
    await expect(files.getByText('two.yaml')).toBeVisible();
    rmSync(path.join(flows.folder, 'two.yaml'));
    await expect(files.getByText('two.yaml')).toHaveCount(0);
  });

  await test.step('a file that changed here and on disk is a question, and nothing of either is lost', async () => {
    await nameFirst(page, 'Mine');
    flows.write('one.yaml', named('Theirs'));
    const dialog = page.getByRole('dialog', { name: '“one.yaml” changed on disk' });
    await expect(dialog.getByText('name: Theirs')).toBeVisible();
    await expect(dialog.getByText('name: Mine')).toBeVisible();
    expect(flows.read('one.yaml')).toBe(named('Theirs'));
    await page.keyboard.type('x ');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();

    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => downloadText(page)).toBe(named('Mine'));
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => flows.read('one.yaml')).toBe(named('Mine'));

    await nameFirst(page, 'Again');
    flows.write('one.yaml', named('Theirs'));
    await dialog.getByRole('button', { name: 'Take the one on disk' }).click();
    await expect.poll(() => downloadText(page)).toBe(named('Theirs'));
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => downloadText(page)).toBe(named('Again'));
  });

  await test.step('an address lets one browser in', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect(savedMark(page)).toBeVisible();
    await page.reload();
    await expect(savedMark(page)).toBeVisible();
    const stranger = await browser.newPage();
    await stranger.goto(address);
    await expect(stranger.getByText(/This address was used before/).first()).toBeVisible();
    await expect(stranger.getByText('one.yaml')).toHaveCount(0);
    await stranger.close();
    problems.length = 0;
  });

  await test.step('what is not saved outlives the page and the program', async () => {
    await nameFirst(page, 'Unsaved');
    await expect(page.getByRole('banner').getByText(/^Not yet in/)).toBeVisible();
    expect(await flows.end()).toBe(0);
    await expect(page.getByRole('alert').filter({ hasText: 'signalbox open was ended' })).toBeVisible();
    expect(flows.read('one.yaml')).toBe(named('Again'));

    flows.write('two.yaml', SOURCE);
    await page.goto('about:blank');
    await page.goto(await flows.start());
    await expect(page.getByRole('banner').getByText(/^Not yet in/)).toBeVisible();
    expect(await downloadText(page)).toBe(named('Unsaved'));
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => flows.read('one.yaml')).toBe(named('Unsaved'));
    await expect(savedMark(page)).toBeVisible();
    // The requests that found no server.
    problems.length = 0;
  });
});
