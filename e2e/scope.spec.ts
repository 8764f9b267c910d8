import { runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openScope, pauseAtFirst } from './scope.ts';

test('a paused run shows what the next step sees and tries expressions, and what it gets is changed', async ({
  page,
}) => {
  const bar = await pauseAtFirst(page);
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(bar).toContainText('It is item 2. It gets {"to":"Grace","due":80}');
  const next = await openScope(page);
  const field = next.getByRole('textbox', { name: 'Expression to evaluate' });
  await field.fill('item.total > 20');
  await field.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.total > 20' })).toContainText('true');
  await next.getByRole('button', { name: 'Watch this expression' }).click();

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
