import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Twelve customers; a script fails for two of them. */
const CUSTOMERS = JSON.stringify(Array.from({ length: 12 }, (_, at) => ({ id: at + 1, name: `Customer ${at + 1}` })));
const WORKFLOW = `schema:
  input:
    type: object
    properties: { ticket: { type: string, default: T-4711 }, customers: { type: array, default: ${CUSTOMERS} } }
tools:
  - id: check
    use: core:javascript
    config:
      code: |
        if (input.customer.id % 5 === 3) throw new Error(input.customer.name + ' has no address');
        return { total: input.customer.id * 10 };
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ workflow.input.customers }}", continue_on_error: true }
    tasks:
      - { id: check, type: basic, use: "tool:check", with: { customer: "{{ item }}" } }
`;

/** Opens the app and runs a collection of customers to its end. */
export async function runCustomers(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'items.yaml', WORKFLOW);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/** Presses the key of the search where the run is looked at. */
export async function pressSearch(page: Page): Promise<void> {
  await drawer(page).getByRole('tab', { name: 'Timeline' }).focus();
  await page.keyboard.press('ControlOrMeta+f');
}
