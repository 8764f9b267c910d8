import { card, expectStatus, importText, openApp, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** What is asked for has a field of every kind. */
const ORDER = `name: Order
tasks:
  - id: ask
    name: Ask
    type: wait
    config:
      signal: order
      title: How many, and where to?
      description: The shop packs them today.
      signal_schema:
        type: object
        required: [count, size, to]
        properties:
          count: { type: integer, title: Count, minimum: 1, default: 2 }
          size: { enum: [small, large], title: Size }
          gift: { type: boolean, title: Gift }
          tags: { type: array, title: Tags, items: { type: string, minLength: 2 } }
          to: { type: object, title: Address, required: [city], properties: { city: { type: string, title: City } } }
          extra: { title: Extra }
      timeout: 1h
      check_interval: 1h
outputs: { got: "{{ tasks.ask.output.value }}" }
`;

export async function openOrder(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'order.yaml', ORDER);
  return answerOrder(page);
}

/** Runs the order and opens what it asks. */
export async function answerOrder(page: Page): Promise<Locator> {
  await showNewRun(page, () => startRun(page));
  await expectStatus(page, 'ask', 'Waiting');
  await card(page, 'ask').getByRole('button', { name: 'Answer Ask' }).click();
  const dialog = page.getByRole('dialog', { name: 'How many, and where to?' });
  await expect(dialog.getByText('The shop packs them today.')).toBeVisible();
  return dialog;
}
