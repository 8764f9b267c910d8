import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';
import { HANDLED } from './stepPanel.ts';

test('a run says what it gave, and a step where its handlers led and what each attempt called', async ({ page }) => {
  await openApp(page);
  await importText(page, 'orders.yaml', HANDLED);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);

  // What the run gave is there to read as it ends.
  const gave = drawer(page).getByRole('region', { name: 'What the run gave' });
  await expect(gave.getByText('All is well')).toBeVisible();

  // A step says where its handlers led, and with what.
  await drawer(page)
    .getByRole('button', { name: /^first, success/ })
    .click();
  await expect(gave).toHaveCount(0);
  const first = drawer(page).getByRole('region', { name: 'Step first' });
  const taken = first.getByRole('region', { name: 'Handlers that were taken' });
  await expect(taken.getByText('on_success')).toBeVisible();
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
