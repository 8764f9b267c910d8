import { card, openApp, runBadge, showNewRun } from './app.ts';
import { serveOrders } from './begin.ts';
import { expect, type Page, test } from './fixtures.ts';
import { add, press, setField, tabTo } from './keysOnly.ts';

/** Runs an action of the palette by keys. */
async function act(page: Page, words: string): Promise<void> {
  await press(page, 'ControlOrMeta+K');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await press(page, 'Enter');
}

test('by keys alone: form, request, script, decision, agent with a tool, approval and loop are made, run and run again', async ({
  page,
}) => {
  const orders = await serveOrders();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const answer = async () => {
    await expect(card(page, 'approval').getByRole('img', { name: 'Waiting' })).toBeVisible();
    await press(page, 'y');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
    await press(page, 'Enter');
    await expect(runBadge(page)).toHaveText(/^Success in/);
  };
  await openApp(page);

  await test.step('a new file begins with a form, and a request', async () => {
    await act(page, 'New workflow');
    await expect(page.getByRole('region', { name: 'How to begin' })).toBeVisible();
    await act(page, 'form input');
    await expect(inspector.getByRole('textbox', { name: 'Name of property text' })).toBeFocused();
    await page.keyboard.type('customer');
    await press(page, 'Enter');
    await act(page, 'Add a task');
    await expect(page.getByRole('searchbox', { name: 'Add a task' })).toBeFocused();
    await page.keyboard.type('http');
    await press(page, 'Enter');
    await expect(card(page, 'http')).toHaveClass(/selected/);
    await setField(page, 'URL', `${orders.url}orders`);
    await press(page, 'Escape');
  });

  await test.step('a script, a decision, an agent with a tool, an approval and a loop follow', async () => {
    await add(page, 'script', 'javascript');
    await add(page, 'if', 'decision');
    await add(page, 'agent', 'agent');
    await tabTo(page, inspector.getByRole('button', { name: 'Choose tools' }));
    await press(page, 'Enter');
    await expect(page.getByRole('combobox', { name: 'Tools' })).toBeFocused();
    await page.keyboard.type('hash');
    await press(page, 'Enter', 'Escape', 'Escape');
    await add(page, 'approval', 'approval');
    await add(page, 'for each', 'collection');
    await add(page, 'log', 'log');
  });

  await test.step('it runs, is approved, and runs again with the same input', async () => {
    await press(page, 'ControlOrMeta+Enter');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: /customer/ })).toBeFocused();
    await page.keyboard.type('Ada');
    await press(page, 'Enter');
    await answer();
    await press(page, 'Escape');
    await showNewRun(page, () => act(page, 'Run again'));
    await answer();
  });
  await orders.close();
});
