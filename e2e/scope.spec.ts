import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';

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

test('a paused run shows what the next step sees, tries expressions, and so does a past one', async ({ page }) => {
  await openApp(page);
  await importText(page, 'scope.yaml', WORKFLOW);
  await card(page, 'bill').click();
  await page.keyboard.press('F9');
  await startRun(page);
  const bar = page.getByRole('region', { name: 'The run is paused' });
  await expect(bar).toContainText('It is item 1. It gets {"to":"Ada","due":24}');
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(bar).toContainText('It is item 2. It gets {"to":"Grace","due":80}');

  const next = page.getByRole('region', { name: /^(Next step|Step) bill/ });
  const scope = next.getByRole('tab', { name: 'Scope' });
  if (await scope.isVisible()) await scope.click();
  await expect(next.getByRole('treeitem', { name: /^item/ })).toContainText('name, total');
  const field = next.getByRole('textbox', { name: 'Expression to evaluate' });
  await field.fill('item.total > 20');
  await field.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.total > 20' })).toContainText('true');
  await next.getByRole('button', { name: 'Watch this expression' }).click();
  await field.fill('item.');
  await field.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.', exact: true })).toContainText('EXPRESSION_ERROR');
  await expectNoBarrier(page, next);
  // A watch is changed where it stands, by keys.
  await next.getByRole('button', { name: 'Change item.total > 20' }).press('Enter');
  const draft = next.getByRole('textbox', { name: 'Expression in place of item.total > 20' });
  await expect(draft).toBeFocused();
  await draft.fill('item.total > 50');
  await draft.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.total > 50' })).toContainText('false');
  await expect(field).toBeFocused();
  await next.getByRole('button', { name: 'Change item.total > 50' }).click();
  await next.getByRole('textbox', { name: 'Expression in place of item.total > 50' }).press('Escape');
  await next.getByRole('button', { name: 'Change item.total > 50' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('item.total > 20');
  await page.keyboard.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.total > 20' })).toContainText('true');

  // What it gets is changed from what it would get.
  await bar.getByRole('button', { name: 'Change what it gets' }).click();
  const editor = bar.getByRole('textbox');
  await expect(editor).toHaveValue(/"Grace"/);
  await editor.fill('{"to": "Grace Hopper", "due": 1}');
  await bar.getByRole('button', { name: 'Use this value' }).click();
  await expect(bar).toContainText('Grace Hopper');
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);

  // Looked at later, the step of the first item sees what it saw: the watch says what it gave then.
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page
    .getByRole('button', { name: /^bill, / })
    .first()
    .click();
  const step = page.getByRole('region', { name: 'Step bill' });
  await step.getByRole('tab', { name: 'Scope' }).click();
  await expect(step.getByRole('region', { name: 'Value of item.total > 20' })).toContainText('false');
});
