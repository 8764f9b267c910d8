import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, runBadge, startRun } from './app.ts';
import { FAILS, failure } from './debugger.ts';
import { expect, test } from './fixtures.ts';
import { command, drawer } from './runs.ts';

test('a breakpoint writes to the events, an error pauses the run, and the step is tried again with another input', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'orders.yaml', FAILS);
  await command(page, 'Breakpoints');
  const panel = page.getByRole('region', { name: 'Breakpoints' });
  await panel.getByRole('radio', { name: 'Off' }).press('ArrowRight');
  await card(page, 'order').click();
  await command(page, 'Set the condition of a breakpoint…');
  const dialog = page.getByRole('dialog', { name: /^Breakpoint before/ });
  await dialog.getByRole('textbox', { name: 'Write instead of pausing' }).fill('asks for {{ 6 * 7 }}');
  // What is suggested lies over it.
  await dialog.getByRole('button', { name: 'Add the breakpoint' }).press('Enter');
  await expect(panel.getByRole('button', { name: /^order Runs write/ })).toBeVisible();

  await startRun(page);
  await expect(failure(page)).toContainText('charge failed.');
  await expectNoBarrier(page, failure(page));
  const step = page.getByRole('region', { name: 'Step charge' });
  await step.getByRole('tab', { name: 'Scope' }).click();
  await expect(step.getByRole('treeitem', { name: /^input/ })).toContainText('amount');
  await failure(page).getByRole('button', { name: 'Change its input…' }).press('Enter');
  const field = failure(page).getByRole('textbox', { name: 'Input of charge, as JSON' });
  await expect(field).toHaveValue(/"many"/);
  await field.fill('{"amount": 21}');
  await field.press('ControlOrMeta+Enter');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expect(failure(page)).toBeHidden();
  await drawer(page).getByRole('tab', { name: 'Events' }).click();
  await expect(drawer(page).getByRole('row', { name: /breakpoint\.logged.*asks for 42/ })).toBeAttached();
  await panel.getByRole('button', { name: 'Remove all' }).press('Enter');
  await expect(panel.getByText(/^None\. Select a task/)).toBeVisible();
});
