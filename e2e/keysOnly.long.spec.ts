import { card, downloadText, edge, expectStatus, importText, openApp, runBadge, showSplit } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  add,
  canvas,
  choose,
  connect,
  deleteAndUndo,
  expectFocus,
  expectOneStop,
  press,
  setField,
  tabTo,
} from './keysOnly.ts';

const SOURCE = `tasks:
  - id: fetch
    name: Fetch
    type: basic
    on_success: { next: box }
    on_error: { next: tell }
  - id: box
    type: composite
    on_success: { next: last }
    tasks:
      - { id: first, type: basic }
      - { id: second, type: basic }
  - { id: tell, type: basic }
  - { id: last, type: basic }
`;

test('what has the focus on the canvas is what is selected: keys act on it, and come back to it', async ({ page }) => {
  await openApp(page);
  await importText(page, 'focus.yaml', SOURCE);
  await expect(card(page, 'second')).toBeVisible();
  // One stop of Tab: the canvas, which gives the focus on to what is selected.
  await canvas(page).focus();
  await expect(canvas(page)).toBeFocused();
  await expectOneStop(page);

  // Arrows follow lines, W goes through them.
  await press(page, 'ArrowRight');
  await expectFocus(page, 'box');
  await press(page, 'ArrowRight');
  await expectFocus(page, 'last');
  await press(page, 'ArrowLeft', 'ArrowLeft', 'w');
  await expect(edge(page, 'From fetch, success, to box')).toBeFocused();
  await press(page, 'w');
  await expect(edge(page, 'From fetch, error, to tell')).toBeFocused();
  await press(page, 'ArrowRight');
  await expectFocus(page, 'tell');
  await press(page, 'Shift+ArrowLeft');
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(2);
  await expect(card(page, 'fetch')).toBeFocused();

  // A card that is given the focus from outside is what Delete removes, not the one that was selected before.
  await press(page, 'ArrowRight', 'ArrowRight');
  await expectFocus(page, 'last');
  await deleteAndUndo(page);
  expect(await downloadText(page)).toBe(SOURCE);

  // Enter goes in, Escape comes back; F2 renames, F9 sets a breakpoint.
  await card(page, 'last').focus();
  await press(page, 'Enter');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.locator(':focus')).toHaveCount(1);
  await press(page, 'Escape');
  await expectFocus(page, 'last');
  await press(page, 'F2');
  await expect(inspector.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('x');
  await press(page, 'Escape', 'Escape');
  await expectFocus(page, 'last');
  await press(page, 'F9');
  await expect(page.getByRole('button', { name: 'Remove the breakpoint of last' })).toBeAttached();
  await press(page, 'c');
  await expect(page.getByPlaceholder('Connect last: when?')).toBeFocused();
  await press(page, 'Escape');
  await expectFocus(page, 'last');

  // From the text the same key leads back; F6 goes from pane to pane.
  const editor = await showSplit(page);
  await editor.focus();
  await press(page, 'Escape');
  await expectFocus(page, 'last');
  await press(page, 'F6');
  await expect(editor).toBeFocused();
  await press(page, 'Shift+F6');
  await expectFocus(page, 'last');
  await press(page, 'Escape');
  await expect(canvas(page)).toBeFocused();
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(0);
});

test('the view follows a walk through a long chain; a card that leaves the view leaves its focus to the canvas', async ({
  page,
}) => {
  const tasks = Array.from(
    { length: 80 },
    (_, n) => `  - { id: t${n}, type: basic, on_success: { next: t${n + 1} } }\n`,
  );
  await openApp(page);
  await importText(page, 'chain.yaml', `tasks:\n${tasks.join('')}  - { id: t80, type: basic }\n`);
  await expect(card(page, 't0')).toBeVisible();
  await canvas(page).focus();
  await press(page, 'Shift+0');
  for (let step = 0; step <= 30; step += 1) await press(page, 'ArrowRight');
  await expectFocus(page, 't30');
  await press(page, 'Shift+1');
  await press(page, 'Shift+0');
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, -40_000);
  await expect(card(page, 't30')).not.toBeAttached();
  await expect(canvas(page)).toBeFocused();
  await press(page, 'ArrowRight');
  await expectFocus(page, 't31');
});

test('a workflow with a decision, a container and an approval is built, run and debugged by keys alone', async ({
  page,
}) => {
  test.slow();
  await openApp(page);
  await press(page, 'ControlOrMeta+k');
  await expect(page.getByPlaceholder(/^Type an action/)).toBeFocused();
  await choose(page, 'New workflow');
  await expect(page.getByRole('searchbox', { name: 'Add a task' })).toBeFocused();
  await page.keyboard.type('log');
  await press(page, 'Enter');
  await expect(card(page, 'log')).toBeVisible();
  await press(page, 'Escape');
  await expectFocus(page, 'log');

  await add(page, 'decision', 'decision');
  await press(page, 'Enter');
  await setField(page, 'Condition', '{{ 1 < 2 }}');
  await press(page, 'Escape');
  await expectFocus(page, 'decision');
  await add(page, 'composite', 'group');
  await add(page, 'map', 'shape');
  await press(page, 'Escape');
  await add(page, 'wait', 'wait');
  await press(page, 'Enter');
  await setField(page, 'Signal', 'approved');
  await setField(page, 'Timeout', '1h');
  await press(page, 'Escape');
  await add(page, 'basic', 'task');

  await press(page, 'F2');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Done');
  await press(page, 'Enter', 'Escape');
  await expectFocus(page, 'task');

  // The other route is wired by naming both ends.
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await expectFocus(page, 'decision');
  await connect(page, 'decision', 'Default', 'Done');
  await expect(edge(page, 'From decision, default, to task')).toBeVisible();
  await expectFocus(page, 'decision');

  // A breakpoint inside of the container, a run to it, a step, and on to the approval.
  await press(page, 'w');
  await expect(edge(page, 'From decision, true, to group')).toBeFocused();
  await press(page, 'ArrowRight');
  await expectFocus(page, 'group');
  await press(page, 'ArrowDown');
  await expectFocus(page, 'shape');
  await press(page, 'F9', 'ControlOrMeta+k');
  await choose(page, 'Run…');
  const form = page.getByRole('dialog', { name: /^Run / });
  await tabTo(page, form.getByRole('button', { name: 'Run', exact: true }));
  await press(page, 'Enter');
  await expect(page.getByRole('region', { name: 'The run is paused' })).toContainText('before shape');
  await expectFocus(page, 'shape');
  await press(page, 'F10');
  await expectStatus(page, 'shape', 'Success');
  await press(page, 'F8');
  await expectStatus(page, 'wait', 'Waiting');
  await press(page, 'F6', 'F6');
  await tabTo(
    page,
    page.getByRole('region', { name: 'What the run waits for' }).getByRole('button', { name: 'Answer…' }),
  );
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('region', { name: 'Step wait' }).getByRole('button', { name: 'Send signal' }));
  await press(page, 'Enter');
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await tabTo(page, page.getByRole('button', { name: 'Result', exact: true }), 'Shift+Tab');
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('tablist', { name: 'Parts of the run' }).getByRole('tab', { selected: true }));
  await press(page, 'ArrowRight');
  await expect(page.getByRole('region', { name: 'Text of the run' })).toBeVisible();
});

const TESTED = `tasks:
  - { id: get, type: basic, use: core:http, with: { url: "https://example.com" }, on_success: { next: rate } }
  - { id: rate, type: basic, with: { topic: "{{ tasks.get.output.body }}" } }
outputs: { topic: "{{ tasks.rate.output.topic }}" }
`;

const PROOFS = `tests:
  - { name: refund, answers: { get: { output: { body: refund } } }, expect: { output: { topic: delivery } } }
  - name: mails
    each: [{ id: one, topic: refund }, { id: two, topic: other }]
    answers: { get: { output: { body: '{{ row.topic }}' } } }
    variants: { usual: {}, other: { tasks/rate/with/topic: other } }
    score: '{{ output.topic == row.topic }}'
`;

test('a test, its coverage, the changes it notices, a dataset and a drill are worked by keys alone', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'mails.yaml', TESTED);
  await importText(page, 'mails.test.yaml', PROOFS);
  await press(page, 'ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await choose(page, 'Tests');
  const panel = page.getByRole('region', { name: 'Tests', exact: true });
  await tabTo(page, panel.getByRole('button', { name: 'Run all' }));
  await press(page, 'Enter');
  await expect(panel.getByRole('status').first()).toHaveText('1 failed');

  // The run of what failed, at the instant it went wrong, and back.
  await tabTo(page, panel.getByRole('button', { name: 'Show its run' }));
  await press(page, 'Enter');
  await expectStatus(page, 'rate', 'Success');
  await tabTo(page, panel.getByRole('button', { name: 'Update expectations…' }));
  await press(page, 'Enter');
  await expect(panel.getByRole('button', { name: 'Update test' })).toBeFocused();
  await press(page, 'Enter');
  await expect(panel.getByRole('status').first()).toHaveText('1 passed');
  await tabTo(page, panel.getByRole('button', { name: 'Run the dataset “mails”' }));
  await press(page, 'Enter');
  await expect(panel.getByText('2 rows × 2 variants, all passed')).toBeVisible();
  await tabTo(page, panel.getByRole('button', { name: 'Open the grid' }));
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Grid of mails' });
  await tabTo(page, dialog.getByRole('grid', { name: 'Rows of mails' }));
  await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect(dialog.getByRole('region', { name: 'Row two' })).toBeVisible();
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();

  await tabTo(page, panel.getByRole('switch', { name: 'Coverage of mails.yaml on the canvas' }));
  await press(page, 'Space');
  await expect(card(page, 'get').getByRole('img', { name: 'Tests reach this 5 times' })).toBeVisible();
  await tabTo(page, panel.getByRole('button', { name: 'Change and test' }));
  await press(page, 'Enter');
  await expect(panel.getByText(/changes noticed/)).toBeVisible();

  // From cell to cell of a drill, and to a run.
  await tabTo(page, panel.getByRole('radio', { name: 'Tests' }), 'Shift+Tab');
  await press(page, 'ArrowRight');
  await tabTo(page, panel.getByRole('button', { name: 'Drill', exact: true }));
  await press(page, 'Enter');
  await expect(panel.getByRole('list', { name: 'Verdicts' })).toContainText('unhandled');
  const grid = panel.getByRole('grid', { name: 'Faults by task' });
  await tabTo(page, grid.locator('button[tabindex="0"]'));
  await press(page, 'ArrowRight', 'Enter');
  await expect(page.getByRole('button', { name: 'Show the end' })).toBeVisible();
});
