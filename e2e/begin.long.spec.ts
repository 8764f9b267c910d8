import { card, openApp, runBadge, showNewRun } from './app.ts';
import { Hand, serveOrders } from './begin.ts';
import { expect, type Page, test } from './fixtures.ts';
import { add, press, setField, tabTo } from './keysOnly.ts';
import { bar, drawer } from './runs.ts';

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
    await add(page, 'for each', 'for_each');
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

test('on a phone, by the outline and the inspector, the same is made, run and changed in at most 60 actions', async ({
  page,
}) => {
  const orders = await serveOrders();
  const hand = new Hand(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const outline = page.getByRole('tree', { name: 'Tasks' });
  const row = (name: RegExp) => outline.getByRole('treeitem', { name });
  const chooseInOutline = async (name: RegExp) => {
    await hand.click(page.getByRole('button', { name: 'Outline', exact: true }), 'Outline');
    await hand.click(row(name), String(name));
  };
  const approve = async () => {
    await hand.click(page.getByRole('button', { name: 'Approve' }).first(), 'Approve');
    await expect(runBadge(page)).toHaveText(/^Success in/);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await openApp(page);

  await test.step('a new file begins with a form, and a request', async () => {
    await hand.click(bar(page).getByRole('button', { name: /\.yaml$/ }), 'the name of the file');
    await hand.click(page.getByRole('menuitem', { name: 'New workflow' }), 'New workflow');
    await hand.click(
      page.getByRole('region', { name: 'How to begin' }).getByRole('button', { name: /^Form input/ }),
      'Form input',
    );
    await expect(inspector.getByRole('textbox', { name: 'Name of property text' })).toBeFocused();
    await hand.type('customer');
    await hand.press('Enter');
    await hand.add('http', card(page, 'http'));
    await hand.write(inspector.getByRole('textbox', { name: 'url' }), `${orders.url}orders`, 'the address');
  });

  await test.step('a script, a decision, an agent with a tool, an approval and a loop follow', async () => {
    await hand.add('script', card(page, 'javascript'));
    await hand.add('if', card(page, 'decision'));
    await hand.add('agent', card(page, 'agent'));
    await hand.write(inspector.getByRole('textbox', { name: 'Instructions' }), 'Name the best order.', 'the prompt');
    await hand.click(inspector.getByRole('button', { name: 'Choose tools' }), 'Choose tools');
    await hand.click(page.getByRole('option', { name: /^core:hash/ }), 'the tool');
    await hand.press('Escape');
    await hand.add('approval', card(page, 'approval'));
    await hand.add('for each', card(page, 'for_each'));
    await hand.add('log', card(page, 'log'));
  });

  await test.step('it runs, is approved, and its result is read', async () => {
    await hand.click(bar(page).getByRole('button', { name: 'Run', exact: true }), 'Run');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: /customer/ })).toBeFocused();
    await hand.type('Ada');
    await hand.press('Enter');
    await approve();
    await expect(drawer(page).getByText('Bo').first()).toBeVisible();
  });

  await test.step('the prompt is changed by way of the outline, and it runs again', async () => {
    await hand.click(drawer(page).getByRole('button', { name: 'Close the drawer' }), 'Close the drawer');
    await chooseInOutline(/^agent/i);
    await hand.write(inspector.getByRole('textbox', { name: 'Instructions' }), 'Name the worst order.', 'the prompt');
    await hand.click(bar(page).getByRole('button', { name: 'Run', exact: true }), 'Run');
    await showNewRun(page, () => hand.press('Enter'));
    await approve();
  });

  expect(hand.actions.length, hand.actions.join('\n')).toBeLessThanOrEqual(60);
  await orders.close();
});
