import { card, openApp, runBadge, showNewRun } from './app.ts';
import { Hand, serveOrders } from './begin.ts';
import { expect, test } from './fixtures.ts';
import { bar, drawer } from './runs.ts';

/** Clicks, keys and texts that a person needs at most. */
const MOST_ACTIONS = 60;

test('form, request, script, decision, agent with a tool, approval and loop are made, run and changed in at most 60 actions', async ({
  page,
}) => {
  const orders = await serveOrders();
  const hand = new Hand(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const begin = page.getByRole('region', { name: 'How to begin' });
  await openApp(page);

  await test.step('a new file begins with a form', async () => {
    await hand.click(bar(page).getByRole('button', { name: /\.yaml$/ }), 'the name of the file');
    await hand.click(page.getByRole('menuitem', { name: 'New workflow' }), 'New workflow');
    await hand.click(begin.getByRole('button', { name: /^Form input/ }), 'Form input');
    await expect(inspector.getByRole('textbox', { name: 'Name of property text' })).toBeFocused();
    await hand.type('customer');
    await hand.press('Enter');
  });

  await test.step('a request, whose body a script reads', async () => {
    await hand.click(begin.getByRole('button', { name: /^HTTP request/ }), 'HTTP request');
    await hand.write(inspector.getByRole('textbox', { name: 'url' }), `${orders.url}orders`, 'the address');
    await hand.add('script', card(page, 'javascript'));
  });

  await test.step('a decision, and an agent with a tool behind its first route', async () => {
    await hand.add('if', card(page, 'decision'));
    // It comes into view with the names of its routes.
    await expect(card(page, 'decision').getByText('new route')).toBeInViewport({ ratio: 1 });
    await hand.add('agent', card(page, 'agent'));
    await hand.write(inspector.getByRole('textbox', { name: 'Instructions' }), 'Name the best order.', 'the prompt');
    await hand.click(inspector.getByRole('button', { name: 'Choose tools' }), 'Choose tools');
    await hand.click(page.getByRole('option', { name: /^core:hash/ }), 'the tool');
    await hand.press('Escape');
  });

  await test.step('an approval, and a loop over what the script gave', async () => {
    await hand.add('approval', card(page, 'approval'));
    await hand.add('for each', card(page, 'for_each'));
    await hand.add('log', card(page, 'log'));
  });

  await test.step('it runs, is approved, and its result is read', async () => {
    await hand.click(bar(page).getByRole('button', { name: 'Run', exact: true }), 'Run');
    const form = page.getByRole('dialog');
    await expect(form.getByRole('textbox', { name: /customer/ })).toBeFocused();
    await hand.type('Ada');
    await hand.press('Enter');
    await hand.click(card(page, 'approval').getByRole('button', { name: 'Approve' }), 'Approve');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByText('Bo').first()).toBeVisible();
  });

  await test.step('a prompt is changed, and it runs again', async () => {
    await hand.click(card(page, 'agent'), 'the agent');
    await hand.write(inspector.getByRole('textbox', { name: 'Instructions' }), 'Name the worst order.', 'the prompt');
    await hand.click(bar(page).getByRole('button', { name: 'Run', exact: true }), 'Run');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: /customer/ })).toHaveValue('Ada');
    await showNewRun(page, () => hand.press('Enter'));
    await hand.click(card(page, 'approval').getByRole('button', { name: 'Approve' }), 'Approve');
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  expect(hand.actions.length, hand.actions.join('\n')).toBeLessThanOrEqual(MOST_ACTIONS);
  await orders.close();
});
