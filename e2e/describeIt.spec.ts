import type { Locator, Page } from '@playwright/test';
import { card, openApp, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { command, openResult } from './runs.ts';

/** The panel in which a model is asked. */
function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Describe it' });
}

/** Has the mock propose changes, and opens what it proposed. */
async function propose(page: Page, changes: readonly object[]): Promise<Locator> {
  const panel = panelOf(page);
  await panel.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: /^The mock/ }).click();
  await panel.getByText('Mock answers').click();
  const input = { path: 'workflow.yaml', why: 'As asked.', changes };
  const script = [{ tool_calls: [{ name: 'propose', input }] }, 'This is what I propose.'];
  await panel.getByRole('textbox', { name: /^Mock answers/ }).fill(JSON.stringify(script));
  await panel.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(panel.getByRole('status').getByText('This is what I propose.')).toBeVisible();
  await panel.getByRole('button', { name: /^Review/ }).click();
  return page.getByRole('region', { name: 'Proposed changes' }).getByRole('article');
}

test('a workflow begins with a sentence, and a run that failed is fixed by a proposal that is proven by it', async ({
  page,
}) => {
  await openApp(page);
  await command(page, 'New workflow');
  await page.getByRole('button', { name: 'Describe it' }).click();
  await panelOf(page).getByRole('textbox', { name: 'What should it do?' }).fill('Raise an error.');
  const raise = { command: 'addTask', id: 'raise', type: 'basic', use: 'core:raise', with: { message: 'No order.' } };
  await (await propose(page, [raise])).getByRole('button', { name: 'Accept it' }).click();
  await expect(card(page, 'raise')).toBeVisible();

  await showNewRun(page, () => startRun(page));
  const result = await openResult(page);
  await result.getByRole('button', { name: 'Propose a fix' }).click();
  await expect(panelOf(page).getByText('Includes the error and the failed steps of the run.')).toBeVisible();
  const fixed = await propose(page, [
    { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', with: { message: 'No order.' } },
    { command: 'connect', source: 'raise', via: 'on_error', target: 'tell' },
  ]);
  await expect(fixed.getByText(/played again with this change: 1 now succeed/)).toBeVisible();
  await fixed.getByRole('button', { name: 'Accept all 2' }).click();
  await expect(card(page, 'tell')).toBeVisible();
});

test('a model without its key says which one, and what was typed is there once it is set', async ({ page }) => {
  await openApp(page);
  await command(page, 'Describe a change');
  const panel = panelOf(page);
  const request = panel.getByRole('textbox', { name: /^What should/ });
  await request.fill('Retry the request.');
  await panel.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'Another model' }).click();
  await panel.getByRole('textbox', { name: 'Model name' }).fill('gpt-4.1');
  await expect(panel.getByRole('status')).toContainText('This model needs OPENAI_API_KEY');
  await expect(panel.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();

  await panel.getByRole('button', { name: 'Set OPENAI_API_KEY' }).click();
  const variables = page.getByRole('region', { name: 'Variables' });
  await expect(variables.getByLabel('Value of OPENAI_API_KEY')).toBeVisible();

  await command(page, 'Describe a change');
  await expect(request).toHaveValue('Retry the request.');
  await expect(panel.getByRole('textbox', { name: 'Model name' })).toHaveValue('gpt-4.1');
  await expect(panel.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();
});
