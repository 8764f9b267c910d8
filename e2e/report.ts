import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from '@playwright/test';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page } from './fixtures.ts';

/** Two items of three go well; names and values are what a stranger would write to break a page. */
const SOURCE = `name: "Orders </title><script>parent.hit = 1</script>"
schema: { input: { type: object, properties: { orders: { type: array, items: { type: object }, default: [{ id: A-1 }, { id: "<img src=x onerror=hit()>" }, { id: A-3 }] } } } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ workflow.input.orders }}", continue_on_error: true }
    tasks:
      - { id: charge, name: "Charge <b>now</b>", type: basic, use: "core:log", with: { message: "{{ item.id }}" }, on_success: { next: judge } }
      - { id: judge, type: decision, config: { condition: "{{ item.id == 'A-3' }}", routes: { "true": refuse, "false": end } } }
      - { id: refuse, type: basic, use: "core:raise", with: { code: REFUSED, message: "A-3 is <i>refused</i>" } }
    on_success: { next: done }
    on_error: { next: done }
  - { id: done, type: basic, with: { text: "{{ 'long ' }}" } }
  - { id: never, type: basic }
`;

/** Answers what the dialog saves. */
export async function save(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save the run as a report' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-[\w-]+\.html$/);
  await expect(dialog).toBeHidden();
  return readFileSync(await download.path(), 'utf8');
}

/** Runs a workflow that names things as a stranger would who wants to break a page, and saves the run. */
export async function runAndSave(page: Page): Promise<string> {
  await openApp(page);
  await importText(page, 'orders.yaml', SOURCE);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^(Success in|Failed after)/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save the run as a report…' }).click();
  return save(page);
}

/** A report as somebody reads it who has nothing else. */
interface Reading {
  readonly context: BrowserContext;
  readonly reader: Page;
  /** The addresses that were asked for. */
  readonly asked: readonly string[];
  /** What was written to the console. */
  readonly said: readonly string[];
}

/** Opens a report in a browser without the app and without a network. */
export async function readReport(browser: Browser, report: string, colorScheme: 'light' | 'dark'): Promise<Reading> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
  const reader = await context.newPage();
  const asked: string[] = [];
  const said: string[] = [];
  await context.route('**/*', (route) => {
    asked.push(route.request().url());
    return asked.length === 1
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: report })
      : route.abort();
  });
  reader.on('console', (message) => said.push(message.text()));
  await reader.goto('http://report.test/');
  return { context, reader, asked, said };
}
