import { expectNoBarrier } from './access.ts';
import { card, edge, expectSaved, importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { FAILS, failure } from './debugger.ts';
import { expect, test } from './fixtures.ts';
import { command, drawer, openResult, repeatRun, state } from './runs.ts';

test('a run pauses on an error, and ends well once its input is changed and it is tried again', async ({ page }) => {
  await openApp(page);
  await importText(page, 'orders.yaml', FAILS);
  await command(page, 'Breakpoints');
  const panel = page.getByRole('region', { name: 'Breakpoints' });
  await panel.getByRole('radio', { name: 'Off' }).press('ArrowRight');
  await expect(panel.getByText(/that nothing in the workflow handles/)).toBeVisible();
  await startRun(page);
  await expect(failure(page)).toContainText('charge failed.');
  await expect(card(page, 'charge').getByTitle(/^Failed, and the run asks/)).toBeVisible();
  await expect(state(page, /^Paused/)).toBeVisible();
  await expect(page.getByText(/^Run paused: charge failed/)).toBeAttached();

  // What the step sees is beside the timeline.
  const step = page.getByRole('region', { name: 'Step charge' });
  await step.getByRole('tab', { name: 'Scope' }).click();
  await expect(step.getByRole('treeitem', { name: /^input/ })).toContainText('amount');
  await expectNoBarrier(page, step);

  await failure(page).getByRole('button', { name: 'Change its input…' }).press('Enter');
  const field = failure(page).getByRole('textbox', { name: 'Input of charge, as JSON' });
  await expect(field).toHaveValue(/"many"/);
  await field.fill('{"amount": ');
  await expect(failure(page).getByRole('button', { name: 'Try again with this input' })).toBeDisabled();
  await field.fill('{"amount": 21}');
  await field.press('ControlOrMeta+Enter');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expect(failure(page)).toBeHidden();
  await expect(card(page, 'charge').getByText('Edited')).toBeVisible();
  await openResult(page);
  await expect(drawer(page).getByRole('treeitem', { name: /^total/ })).toContainText('42');

  // The setting is kept. An output by hand takes the place of the task's own; resumed, the error goes its way.
  await page.reload();
  await expect(panel.getByRole('radio', { name: 'Unhandled' })).toBeChecked();
  const repeat = () => repeatRun(page);
  await showNewRun(page, repeat);
  // What a run asks is said above its text, too.
  await expect(failure(page)).toContainText('charge failed.');
  await expectNoBarrier(page, failure(page));
  await openResult(page, 'Text');
  await failure(page).getByRole('button', { name: 'Give an output…' }).click();
  await failure(page).getByRole('textbox', { name: 'Output of charge, as JSON' }).fill('{"total": 7}');
  await failure(page).getByRole('button', { name: 'Continue with this output' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await showNewRun(page, repeat);
  await expect(failure(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(runBadge(page)).toHaveText(/^Failed after/);
});

/** Counts to five. */
const LOOP = `name: Loop
tasks:
  - { id: count, type: map, with: { n: 1 }, config: { mapping: { n: "{{ input.n }}" } }, on_success: { next: check, with: { n: "{{ output.n }}" } } }
  - id: check
    type: decision
    config: { condition: "{{ input.n < 5 }}", routes: { "true": { next: count, with: { n: "{{ input.n + 1 }}" } }, "false": { next: last } } }
  - { id: last, type: basic }
`;

test('breakpoints count, write to the events and are listed, muted and removed', async ({ page }) => {
  await openApp(page);
  await importText(page, 'loop.yaml', LOOP);
  await card(page, 'check').click();
  await command(page, 'Set the condition of a breakpoint…');
  const dialog = page.getByRole('dialog', { name: /^Breakpoint before/ });
  await dialog.getByRole('radio', { name: 'The n-th' }).click();
  await dialog.getByRole('textbox', { name: 'Which time' }).fill('3');
  await dialog.getByRole('button', { name: 'Add the breakpoint' }).click();
  await card(page, 'count').click();
  await command(page, 'Set the condition of a breakpoint…');
  const add = dialog.getByRole('button', { name: 'Add the breakpoint' });
  const text = dialog.getByRole('textbox', { name: 'Write instead of pausing' });
  await text.fill('round {{ input.n +');
  // What is suggested lies over it.
  await add.press('Enter');
  await expect(dialog.getByText(/A text that cannot be read would never be written/)).toBeVisible();
  await text.fill('gets {{ input }}');
  await expectNoBarrier(page, dialog);
  await add.press('Enter');

  await startRun(page);
  const paused = page.getByRole('region', { name: 'The run is paused' });
  await expect(paused).toContainText('before check');
  await expect(paused).toContainText('{"n":3}');
  await page.keyboard.press('F8');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await drawer(page).getByRole('tab', { name: 'Events' }).click();
  await expect(drawer(page).getByRole('row', { name: /breakpoint\.logged.*gets \{"n":2\}/ })).toBeAttached();
  // A line that was taken more than once says how often.
  await expect(edge(page, 'From check, true, to count').getByText('true ×4', { exact: true })).toBeAttached();

  // The list is kept, leads to the task, and mutes.
  await expectSaved(page);
  await page.reload();
  await expectSaved(page);
  await command(page, 'Breakpoints');
  const panel = page.getByRole('region', { name: 'Breakpoints' });
  await expect(panel.getByRole('button', { name: /^check Runs pause here, only time 3/ })).toBeVisible();
  await expectNoBarrier(page, panel);
  await panel.getByRole('button', { name: /^count Runs write/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove the breakpoint of count' })).toBeVisible();
  await expect(card(page, 'count')).toHaveClass(/selected/);
  await panel.getByRole('checkbox', { name: 'Breakpoint check is on' }).press('Space');
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Success in/);
  // A pinned error goes the way of a real one, and the bar says that a task does not run.
  await command(page, 'Pin the output…');
  const pin = page.getByRole('dialog', { name: /^Pin the output of count/ });
  await pin.getByRole('radio', { name: 'Error' }).click();
  await pin.getByRole('textbox', { name: 'Message' }).fill('out of paper');
  await pin.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^count Pinned: fails: out of paper/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: '1 pinned' })).toBeVisible();
  await expectNoBarrier(page, panel);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await panel.getByRole('button', { name: 'Unpin count' }).press('Enter');
  await expect(page.getByRole('button', { name: '1 pinned' })).toBeHidden();
  await panel.getByRole('button', { name: 'Remove the breakpoint count' }).press('Enter');
  await panel.getByRole('button', { name: 'Remove all' }).press('Enter');
  await expect(panel.getByText(/^None\. Select a task/)).toBeVisible();
});
