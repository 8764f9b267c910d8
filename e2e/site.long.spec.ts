import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBarriers } from './access.ts';
import { card, expectSaved } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

let folder = '';
let server: Server | null = null;
let origin = '';

/** Serves the site below a folder, as any host of files does. */
test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-site-test-'));
  const built = spawnSync(process.execPath, ['tools/site.mjs', folder], { encoding: 'utf8' });
  expect(built.stderr + built.stdout).toContain('and the app, are in');
  server = createServer((request, response) => {
    const asked = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\/some\/where/, '');
    const file = path.join(folder, asked.endsWith('/') ? `${asked}index.html` : asked);
    if (!existsSync(file) || statSync(file).isDirectory()) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'text/plain' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`;
});

test.afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The site follows the theme of the device. */
async function expectNoBarrier(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page)).toEqual([]);
  }
}

test('the first page plays a run, the search of the docs finds, and examples open in the app', async ({ page }) => {
  await test.step('the run is played to its end, and looked at where it was', async () => {
    await page.goto(origin);
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(page.getByText('Success ·').first()).toBeVisible();
    const instant = page.getByRole('slider', { name: 'Instant of the run' });
    await instant.fill('0');
    await expect(page.getByText('Success ·').first()).toBeHidden();
    await instant.press('End');
    await expect(page.getByText('Success ·').first()).toBeVisible();
    await expectNoBarrier(page);
  });
  await test.step('a search by keys leads to a part of a page', async () => {
    await page.getByRole('link', { name: 'Read the docs' }).click();
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('core:http');
    const found = page.getByRole('option').filter({ hasText: 'Built-in tools' }).first();
    await expect(found).toBeVisible();
    await found.click();
    await expect(page.getByRole('heading', { name: 'core:http' })).toBeInViewport();
    await expectNoBarrier(page);
  });
  await test.step('an example opens as a file of the app, and a recipe as a template', async () => {
    await page.getByRole('link', { name: 'The workflow format' }).click();
    await page.getByRole('link', { name: 'Open in Signalbox' }).first().click();
    await expectSaved(page);
    await expect(page).toHaveTitle('format-1.yaml · Signalbox');
    await expect(card(page, 'greet')).toBeVisible();
    await page.goto(`${origin}docs/recipes.html`);
    await page.getByRole('link', { name: 'Open in Signalbox' }).first().click();
    await expect(page.getByRole('dialog').getByText('Ticket triage').first()).toBeVisible();
  });
});
