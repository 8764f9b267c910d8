import type { Locator, Page } from './fixtures.ts';
import { command } from './runs.ts';

/** Calls a server, is paid for by a call that must not be repeated, and handles some faults. */
export const ORDER = `schema:
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

/** Shows the panel of drills. */
export async function openDrill(page: Page): Promise<Locator> {
  await command(page, 'Tests');
  const panel = page.getByRole('region', { name: 'Tests', exact: true });
  await panel.getByRole('radio', { name: 'Drill' }).click();
  return panel;
}
