import { readFileSync } from 'node:fs';
import { findBarriers } from './access.ts';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { drawer } from './runs.ts';

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

async function save(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save the run as a report' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-[\w-]+\.html$/);
  await expect(dialog).toBeHidden();
  return readFileSync(await download.path(), 'utf8');
}

const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '');

test('a run leaves as one HTML file that opens without the app, a network or a script', async ({ page, browser }) => {
  await openApp(page);
  await importText(page, 'orders.yaml', SOURCE);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^(Success in|Failed after)/);
  await drawer(page).getByRole('button', { name: 'Save the run as…' }).click();
  await page.getByRole('menuitem', { name: 'Save the run as a report…' }).click();
  const report = await save(page);

  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('button', { name: 'Run history', exact: true })
    .click();
  await page.getByRole('button', { name: /^More for the run of/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a report…' }).click();
  const again = await save(page);
  expect(withoutTimes(again)).toBe(withoutTimes(report));

  for (const colorScheme of ['light', 'dark'] as const) {
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
    expect(await reader.evaluate(() => document.scripts.length)).toBe(0);
    expect(await reader.evaluate(() => 'hit' in window)).toBe(false);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(
      'Orders </title><script>parent.hit = 1</script>',
    );
    await expect(reader.getByRole('img', { name: /^Graph of Orders/ })).toContainText('Charge <b>now</b>');
    await expect(reader.getByRole('img', { name: /^Graph of Orders/ })).toContainText(/1 failed|Error · /);
    const row = reader.getByRole('row', { name: /^refuse/ });
    await expect(row).toContainText('Error');
    await row.getByRole('link').click();
    const step = reader.locator('section.step', { has: reader.getByRole('heading', { name: 'refuse' }) });
    await expect(step).toBeInViewport();
    await expect(step).toContainText('A-3 is <i>refused</i>');
    await expect(reader.getByText('continue_on_error: true')).toHaveCount(1);
    // A small graph is not blown up to the width of the page.
    const graph = reader.getByRole('img', { name: /^Graph of Orders/ });
    expect((await graph.boundingBox())?.width).toBeLessThanOrEqual(Number(await graph.getAttribute('width')));
    expect(await findBarriers(reader)).toEqual([]);
    await reader.setViewportSize({ width: 390, height: 844 });
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(asked).toEqual(['http://report.test/']);
    expect(said).toEqual([]);
    await context.close();
  }
});
