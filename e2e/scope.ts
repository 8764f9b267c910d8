import { card, importText, openApp, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

const ORDERS = JSON.stringify([
  { name: 'Ada', total: 12 },
  { name: 'Grace', total: 40 },
]);
const WORKFLOW = `schema: { input: { type: object, properties: { orders: { type: array, default: ${ORDERS} } } } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ workflow.input.orders }}", mode: sequential }
    tasks:
      - { id: bill, type: basic, with: { to: "{{ item.name }}", due: "{{ item.total * 2 }}" } }
`;

/** Opens the app and runs a collection of two orders until it is paused before the bill of the first one. Answers with the bar that says so. */
export async function pauseAtFirst(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'scope.yaml', WORKFLOW);
  await card(page, 'bill').click();
  await page.keyboard.press('F9');
  await startRun(page);
  const bar = page.getByRole('region', { name: 'The run is paused' });
  await expect(bar).toContainText('It is item 1. It gets {"to":"Ada","due":24}');
  return bar;
}

/** Shows what the step before which the run is paused sees. */
export async function openScope(page: Page): Promise<Locator> {
  const next = page.getByRole('region', { name: /^(Next step|Step) bill/ });
  const scope = next.getByRole('tab', { name: 'Scope' });
  if (await scope.isVisible()) await scope.click();
  await expect(next.getByRole('treeitem', { name: /^item/ })).toContainText('name, total');
  return next;
}
