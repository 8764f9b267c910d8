import { expectNoBarrier } from './access.ts';
import { card, edge, expectSaved, expectStatus, importText, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  bar,
  CHAIN,
  command,
  drawer,
  exportAndImport,
  openChain,
  openHistory,
  openResult,
  state,
  WAITS,
} from './runs.ts';

test('a run pauses at breakpoints, is stepped, changed, pinned and resumed', async ({ page }) => {
  await openChain(page);

  await test.step('a breakpoint pauses before its task, says what comes next, and the run steps, is changed and resumes', async () => {
    await card(page, 'second').click();
    await page.keyboard.press('F9');
    await expect(page.getByRole('button', { name: 'Remove the breakpoint of second' })).toBeVisible();
    await startRun(page);
    const paused = page.getByRole('region', { name: 'The run is paused' });
    await expect(paused).toContainText('Paused at a breakpoint before second.');
    await expect(paused).toContainText('{"n":2}');
    await expect(state(page, /^Paused/)).toBeVisible();
    await expect(page.getByText('Run paused before second.')).toBeAttached();
    await expect(card(page, 'second').getByTitle(/^Comes next/)).toHaveText('Next {"n":2}');
    await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));

    await paused.getByRole('button', { name: 'Change what it gets' }).click();
    const field = paused.getByRole('textbox', { name: 'Input of second, as JSON' });
    await field.fill('{"n": ');
    await expect(paused.getByText(/^This is not JSON/)).toBeVisible();
    await expect(paused.getByRole('button', { name: 'Use this value' })).toBeDisabled();
    await field.fill('{"n": 40}');
    await field.press('ControlOrMeta+Enter');
    await expect(paused).toContainText('{"n":40}');

    await page.keyboard.press('F10');
    await expectStatus(page, 'second', 'Success');
    await expect(paused).toContainText('Paused before third.');
    await expect(card(page, 'second').getByText('Edited')).toBeVisible();
    await drawer(page)
      .getByRole('button', { name: /^second, success/ })
      .click();
    const step = page.getByRole('region', { name: 'Step second' });
    await step.getByRole('tab', { name: 'Output' }).click();
    await step.getByRole('button', { name: 'Change the output' }).click();
    await step.getByRole('textbox', { name: 'Output, as JSON' }).fill('{"n": 99}');
    await step.getByRole('button', { name: 'Use this value' }).click();
    await expect(step.getByRole('treeitem', { name: /99/ })).toBeVisible();

    await drawer(page).getByRole('tab', { name: 'Timeline' }).focus();
    await page.keyboard.press('F8');
    await expect(state(page, /^Success in/)).toBeVisible();
    await expect(drawer(page).getByText('1 edited')).toBeVisible();
  });

  await test.step('breakpoints on connections have conditions, are kept on this device, and are set while a run is running', async () => {
    await importText(page, 'waits.yaml', WAITS);
    await startRun(page);
    await expectStatus(page, 'hold', 'Waiting');
    await edge(page, 'From hold, success, to after').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await command(page, 'Set the condition of a breakpoint…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Only when' }).fill('output.value.n > 1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await drawer(page)
      .getByRole('button', { name: /^hold, waiting/ })
      .click();
    await drawer(page).getByRole('textbox', { name: 'Waits for the signal go' }).fill('{"n": 2}');
    await drawer(page).getByRole('button', { name: 'Send signal' }).click();
    await expect(page.getByRole('region', { name: 'The run is paused' })).toContainText('before after');
    await expectSaved(page);
    await page.reload();
    await expectSaved(page);
    await expect(page.getByRole('button', { name: 'Remove the breakpoint of this connection' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'The run is paused' })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Resume' }).click();
    await expect(state(page, /^Success in/)).toBeVisible();
  });

  await test.step('a pinned output replaces a task, and is marked everywhere', async () => {
    await importText(page, 'pinned.yaml', CHAIN);
    await expect(card(page, 'third')).toBeVisible();
    await card(page, 'first').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Run and debug' }).hover();
    await page.getByRole('menuitem', { name: 'Pin the output…' }).click();
    const dialog = page.getByRole('dialog');
    // What is known of it before any run.
    await expect(dialog.getByRole('textbox', { name: 'Output as JSON' })).toHaveValue(/^\{\s+"n": \d\s+\}$/);
    await dialog.getByRole('textbox', { name: 'Output as JSON' }).fill('{"n": 10');
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(dialog.getByText(/^This is not JSON/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Output as JSON' }).fill('{"n": 10}');
    await expectNoBarrier(page, dialog);
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(card(page, 'first').getByText('Pinned')).toBeVisible();
    await showNewRun(page, () => startRun(page));
    await expect(state(page, /^Success in/)).toBeVisible();
    await expect(drawer(page).getByText('1 pinned')).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: /^first, success.* pinned$/ })).toBeVisible();
    await openResult(page);
    await expect(drawer(page).getByRole('treeitem', { name: /^n:? ?12$/ })).toBeVisible();
    await card(page, 'first').click();
    await command(page, 'Unpin the output');
    await card(page, 'third').click();
    await command(page, 'Pin the output of the last run');
    await expect(card(page, 'third').getByText('Pinned')).toBeVisible();
  });
});

test('a run is repeated in part, seen at any instant, forked from there, and kept in the history', async ({ page }) => {
  await openChain(page);
  await startRun(page);
  await expect(state(page, /^Success in/)).toBeVisible();

  await test.step('the history is filtered, keeps, exports, imports and deletes', async () => {
    const panel = await openHistory(page);
    await panel.getByRole('combobox', { name: 'Status of the runs' }).click();
    await page.getByRole('option', { name: 'Error' }).click();
    await expect(panel.getByText('No run matches this filter.')).toBeVisible();
    await panel.getByRole('combobox', { name: 'Status of the runs' }).click();
    await page.getByRole('option', { name: 'Any status' }).click();
    const row = panel.getByRole('listitem').first();
    await row.getByRole('button', { name: 'Keep the run of Chain' }).click();
    await expect(row.getByRole('button', { name: /, kept$/ })).toBeVisible();
    await row.getByRole('button', { name: 'More for the run of Chain' }).click();
    await exportAndImport(page, panel);
    await expect(panel.getByRole('button', { name: /^Chain, success.*imported/ })).toBeVisible();
    await expect(drawer(page).getByText('Imported', { exact: true })).toBeVisible();
    await expectNoBarrier(page, panel);
    await row.getByRole('button', { name: 'More for the run of Chain' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await panel.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('the timeline is scrubbed by mouse and keys, the canvas follows, and a fork begins there, paused', async () => {
    await showNewRun(page, () => startRun(page));
    await expect(state(page, /^Success in/)).toBeVisible();
    await drawer(page).getByRole('tab', { name: 'Timeline' }).click();
    const slider = page.getByRole('slider', { name: 'Instant of the run' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(drawer(page).getByText('Replay', { exact: true }).first()).toBeVisible();
    await expectStatus(page, 'first', 'Pending');
    for (let step = 0; step < 60; step += 1) {
      if (await card(page, 'second').getByRole('img', { name: 'Success', exact: true }).isVisible()) break;
      await page.keyboard.press('ArrowRight');
    }
    await expectStatus(page, 'second', 'Success');
    await expectStatus(page, 'third', 'Pending');
    await expectNoBarrier(page, page.getByRole('application', { name: 'Workflow canvas' }));
    await drawer(page).getByRole('button', { name: 'Fork from here' }).click();
    await expect(page.getByRole('region', { name: 'The run is paused' })).toBeVisible();
    await expect(drawer(page).getByText('Fork', { exact: true })).toBeVisible();
    await expectStatus(page, 'second', 'Success');
    await bar(page).getByRole('button', { name: 'Resume' }).click();
    await expect(state(page, /^Success in/)).toBeVisible();
    const box = await slider.boundingBox();
    if (!box) throw new Error('The time is not drawn');
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 2, box.y + box.height / 2, { steps: 2 });
    await page.mouse.up();
    await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Show the end' }).click();
    await expectStatus(page, 'third', 'Success');
  });

  await test.step('a part runs from here, until here, or alone with its input, on the results of the run before', async () => {
    await card(page, 'third').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Run and debug' }).hover();
    const entry = page.getByRole('menuitem', { name: 'Run from here' });
    // As a hand does: a jump out of the menu would close it.
    const { x, y, width, height } = (await entry.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 20 });
    await entry.click();
    await expect(drawer(page).getByText('2 reused')).toBeVisible();
    await expect(state(page, /^Success in/)).toBeVisible();
    await expect(card(page, 'first').getByText('Reused')).toBeVisible();

    await card(page, 'second').click();
    const inspector = page.getByRole('tabpanel', { name: 'Last run' });
    await page.getByRole('tab', { name: 'Last run' }).click();
    await inspector.getByRole('button', { name: 'Run until here' }).click();
    await expectStatus(page, 'third', 'Skipped');
    await expect(state(page, /^Success in/)).toBeVisible();

    await card(page, 'second').click();
    await inspector.getByRole('button', { name: 'Run only this task…' }).click();
    const form = page.getByRole('dialog', { name: 'Run only second' });
    await expect(form.getByRole('textbox', { name: 'Input of the task, as JSON' })).toHaveValue(/"n": 2/);
    await form.getByRole('textbox', { name: 'Input of the task, as JSON' }).fill('{"n": 7}');
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(state(page, /^Success in/)).toBeVisible();
    await expect(form).toBeHidden();
    await expect(drawer(page).getByRole('button', { name: /^first, success, reused$/ })).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: /^third/ })).toHaveCount(0);
  });
});
