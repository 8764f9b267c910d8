import { importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { command } from './runs.ts';

/** Calls a server, is paid for by a call that must not be repeated, and handles some faults. */
const ORDER = `schema:
  input: { type: object, required: [id], properties: { id: { type: string } } }
tools:
  - { id: charge, use: "mcp:shop/charge", config: { repeat: yes } }
tasks:
  - id: stock
    type: basic
    use: core:http
    with: { url: "https://api.example.com/stock/{{ input.id }}" }
    retry: { attempts: 2, backoff: exponential, interval: 1s }
    config: { timeout: 30s }
    on_error: { routes: { COMMUNICATION_ERROR: later, TIMEOUT_ERROR: later } }
    on_success: { next: pay }
  - id: pay
    type: basic
    use: tool:charge
    with: { order: "{{ workflow.input.id }}" }
    on_error: { next: later }
    on_success: { next: end }
  - { id: later, type: basic, use: core:log, with: { message: "{{ workflow.input.id }}" } }
`;

/** Opens the app on a workflow that calls a server, and shows the panel of drills. */
export async function openDrill(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'order.yaml', ORDER);
  await command(page, 'Tests');
  const panel = page.getByRole('region', { name: 'Tests', exact: true });
  await panel.getByRole('radio', { name: 'Drill' }).click();
  return panel;
}

/** Goes to the first fault of the drill by keys, and to the one beside it. */
export async function walkToSecond(page: Page, grid: Locator): Promise<void> {
  await grid.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid.getByRole('button', { name: /^stock, RATE_LIMIT_ERROR/ })).toBeFocused();
}

/** Saves the run of that fault as a test, which passes. */
export async function saveFaultAsTest(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Save as test' }).click();
  await expect(page.getByText('Saved as the test “stock: RATE_LIMIT_ERROR” in order.test.yaml.')).toBeVisible();
  await panel.getByRole('radio', { name: 'Tests' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
}
