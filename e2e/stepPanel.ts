import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Its second step fails twice, which is handled. */
const HANDLED = `name: Orders
tasks:
  - id: first
    type: map
    config: { mapping: { n: 1 } }
    on_success: { next: second, with: { order: "A-7" } }
  - id: second
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 0s, on: [404] }
    on_error: { retry: true, routes: { EXECUTION_ERROR: last } }
  - { id: last, type: map, config: { mapping: { answer: All is well } } }
outputs: { answer: "{{ tasks.last.output.answer }}" }
`;

/** Opens the app and runs {@link HANDLED}. Answers with what the run gave, which is there to read as it ends. */
export async function runHandled(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'orders.yaml', HANDLED);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const gave = drawer(page).getByRole('region', { name: 'Result of the run' });
  await expect(gave.getByText('All is well')).toBeVisible();
  return gave;
}
