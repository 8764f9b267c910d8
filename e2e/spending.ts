import { expect, type Locator, type Page } from './fixtures.ts';

/** Two steps, each of which has one answer of a model. */
export const TWO_ANSWERS = `agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 50ms } }
    actions: [{ id: say, instructions: Say something about the topic., output: { type: object } }]
tasks:
  - { id: first, type: basic, use: "agent:writer", with: { topic: kettles }, on_success: { next: second } }
  - { id: second, type: basic, use: "agent:writer", with: { topic: teas } }
`;

/** Gives the model of {@link TWO_ANSWERS} a price, and closes the dialog. */
export async function addPrice(page: Page, prices: Locator): Promise<void> {
  await prices.getByRole('textbox', { name: 'Provider' }).fill('mock');
  await prices.getByRole('textbox', { name: 'Model', exact: true }).fill('mock-small');
  await prices.getByRole('textbox', { name: 'Price of input tokens', exact: true }).fill('1000');
  await prices.getByRole('textbox', { name: 'Price of output tokens', exact: true }).fill('2000');
  await prices.getByRole('textbox', { name: 'Price of output tokens', exact: true }).press('Tab');
  await prices.getByRole('button', { name: 'Add' }).click();
  await expect(prices.getByRole('row', { name: /mock-small/ })).toContainText('You');
  await page.keyboard.press('Escape');
}
