import { expectNoBarrier } from './access.ts';
import { expect, test } from './fixtures.ts';
import { openScope, pauseAtFirst } from './scope.ts';

test('an expression that cannot be evaluated says why, and one that is watched is changed by keys', async ({
  page,
}) => {
  await pauseAtFirst(page);
  const next = await openScope(page);
  const field = next.getByRole('textbox', { name: 'Expression to evaluate' });
  await field.fill('item.total > 20');
  await next.getByRole('button', { name: 'Watch this expression' }).click();
  await expect(next.getByRole('region', { name: 'Value of item.total > 20' })).toContainText('false');
  await field.fill('item.');
  await field.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.', exact: true })).toContainText('EXPRESSION_ERROR');
  await expectNoBarrier(page, next);
  // A watch is changed where it stands, by keys.
  await next.getByRole('button', { name: 'Change item.total > 20' }).press('Enter');
  const draft = next.getByRole('textbox', { name: 'Expression in place of item.total > 20' });
  await expect(draft).toBeFocused();
  await draft.fill('item.total > 10');
  await draft.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.total > 10' })).toContainText('true');
  await expect(field).toBeFocused();
  await next.getByRole('button', { name: 'Change item.total > 10' }).click();
  await next.getByRole('textbox', { name: 'Expression in place of item.total > 10' }).press('Escape');
  await next.getByRole('button', { name: 'Change item.total > 10' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('item.total > 20');
  await page.keyboard.press('Enter');
  await expect(next.getByRole('region', { name: 'Value of item.total > 20' })).toContainText('false');
});
