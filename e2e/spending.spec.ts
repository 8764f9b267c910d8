import { card, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const TWO_ANSWERS = `agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 50ms } }
    actions: [{ id: say, instructions: Say something about the topic., output: { type: object } }]
tasks:
  - { id: first, type: basic, use: "agent:writer", with: { topic: kettles }, on_success: { next: second } }
  - { id: second, type: basic, use: "agent:writer", with: { topic: teas } }
`;

/** Opens the dialog with what models cost, by the command palette. */
async function openPrices(page: Page) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Model prices');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Model prices' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a run pauses when its budget is spent, and resumes with a higher one', async ({ page }) => {
  await openApp(page);
  await importText(page, 'two.yaml', TWO_ANSWERS);
  await expect(card(page, 'second')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('textbox', { name: 'Budget in tokens' }).fill('3');
  // Prices are looked at over the form, which stays as it is.
  await page.getByRole('button', { name: 'Model prices' }).click();
  await expect(page.getByRole('dialog', { name: 'Model prices' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Budget in tokens' })).toHaveValue('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  const bar = page.getByRole('region', { name: 'The run is paused' });
  await expect(bar).toContainText('the budget is spent');
  await expect(runBadge(page)).toHaveCount(0);
  await bar.getByRole('button', { name: 'Double the budget' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
});

test('what models took is shown for the run and the step, with what it cost once a price is set', async ({ page }) => {
  await openApp(page);
  await importText(page, 'two.yaml', TWO_ANSWERS);
  const prices = await openPrices(page);
  await expect(prices.getByRole('row', { name: /claude-sonnet-4-5/ }).getByRole('link')).toHaveAttribute(
    'href',
    /^https:/,
  );
  await prices.getByRole('textbox', { name: 'Provider' }).fill('mock');
  await prices.getByRole('textbox', { name: 'Model', exact: true }).fill('mock-small');
  await prices.getByRole('textbox', { name: 'Price of input tokens', exact: true }).fill('1000');
  await prices.getByRole('textbox', { name: 'Price of output tokens', exact: true }).fill('2000');
  await prices.getByRole('textbox', { name: 'Price of output tokens', exact: true }).press('Tab');
  await prices.getByRole('button', { name: 'Add' }).click();
  await expect(prices.getByRole('row', { name: /mock-small/ })).toContainText('You');
  await page.keyboard.press('Escape');
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('button', { name: /^\d+ tokens · \$\d/ })).toBeVisible();
  await card(page, 'first').click();
  await expect(
    page
      .getByRole('region', { name: 'Step first' })
      .getByText(/^\d+ tokens · \$\d/)
      .first(),
  ).toBeVisible();
});

test('a model is tried from the form of its agent', async ({ page }) => {
  await openApp(page);
  await importText(page, 'two.yaml', TWO_ANSWERS);
  await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
  await page.getByRole('button', { name: /^writer/ }).click();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText(/^mock-small answered in/)).toBeVisible();
});
