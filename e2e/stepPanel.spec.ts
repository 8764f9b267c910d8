import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';
import { runHandled } from './stepPanel.ts';

test('a run says what it gave, and a step where its handlers led and what each attempt called', async ({ page }) => {
  const gave = await runHandled(page);

  // A step says where its handlers led, and with what.
  await drawer(page)
    .getByRole('button', { name: /^first, success/ })
    .click();
  await expect(gave).toHaveCount(0);
  const first = drawer(page).getByRole('region', { name: 'Step first' });
  const taken = first.getByRole('region', { name: 'Handlers that were taken' });
  await expect(taken.getByTitle('on_success')).toHaveText('success');
  await expect(taken.getByText('second')).toBeVisible();
  await expect(taken.getByText('"A-7"')).toBeVisible();

  // The part that is chosen stays for the next step.
  await first.getByRole('tab', { name: 'Input' }).click();
  await drawer(page)
    .getByRole('button', { name: /^second, / })
    .click();
  const second = drawer(page).getByRole('region', { name: 'Step second' });
  await expect(second.getByRole('tab', { name: 'Input' })).toHaveAttribute('aria-selected', 'true');

  // An attempt has its calls alone.
  await expect(second.getByRole('tab', { name: /^Calls/ })).toContainText('2');
  await second.getByRole('button', { name: /^Attempt 2/ }).click();
  const calls = second.getByRole('tab', { name: /^Calls of attempt 2/ });
  await expect(calls).toHaveAttribute('aria-selected', 'true');
  await expect(calls).toContainText('1');
});
