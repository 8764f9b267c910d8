import { card, importText, openApp, runBadge, showNewRun, trustFile } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { openHistory } from './runs.ts';

export const ORDERS = `name: Orders
schema:
  input:
    type: object
    properties:
      kind: { type: string, title: Kind, default: small }
      count: { type: integer, title: Count, default: 3 }
tasks:
  - id: read
    name: Read the order
    type: map
    config: { mapping: { kind: "{{ workflow.input.kind }}", note: "An order that came in by mail, of kind {{ workflow.input.kind }}, to be looked at today", from: shop } }
    on_success: { next: each }
  - id: each
    name: Price the items
    type: collection
    config: { items: "{{ range(0, workflow.input.count) }}" }
    tasks:
      - { id: price, type: map, config: { mapping: { price: "{{ item * (workflow.input.kind == 'large' ? 10 : 1) }}" } } }
    on_success: { next: choose }
  - id: choose
    name: Large or small
    type: decision
    config: { condition: "{{ workflow.input.kind }}", routes: { small: ship }, default: { next: ask } }
  - id: ship
    name: Ship at once
    type: map
    config: { mapping: { shipped: true } }
  - id: ask
    name: Ask a person
    type: map
    config: { mapping: { asked: true } }
`;

/** Runs the open file with an input. */
export async function runWith(page: Page, kind: string, count = '3'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await trustFile(page);
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Kind' }).fill(kind);
  await form.getByLabel('Count').fill(count);
  await showNewRun(page, () => form.getByRole('button', { name: 'Run', exact: true }).click());
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/** Two runs of the file: the older one small, the newer one large and on the canvas. */
export async function runTwice(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'orders.yaml', ORDERS);
  await expect(card(page, 'ask')).toBeVisible();
  await runWith(page, 'small');
  await runWith(page, 'large', '2');
}

export function comparison(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Comparison of two runs' });
}

/** The card of a task in the comparison. */
export function cardIn(page: Page, id: string): Locator {
  return comparison(page).getByRole('group', { name: new RegExp(`(^|, id )${id}, .* task`) });
}

export function differences(page: Page): Locator {
  return comparison(page).getByRole('region', { name: 'Differences' });
}

/** Opens the comparison of the newer run, on the canvas, with the older one, by the history. */
export async function compareInHistory(page: Page): Promise<void> {
  const history = await openHistory(page);
  const older = history.getByRole('listitem').nth(1);
  await older.hover();
  await older.getByRole('button', { name: /^More for the run/ }).click();
  await page.getByRole('menuitem', { name: 'Compare with the run on the canvas' }).click();
  await expect(
    comparison(page)
      .getByText(/ differ/)
      .first(),
  ).toBeVisible();
}
