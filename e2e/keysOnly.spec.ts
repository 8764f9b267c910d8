import { card, downloadText, edge, importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { add, canvas, connect, deleteAndUndo, expectFocus, expectOneStop, press, tabTo } from './keysOnly.ts';

const SOURCE = `tasks:
  - id: fetch
    name: Fetch
    type: basic
    on_success: { next: last }
  - { id: tell, type: basic }
  - { id: last, type: basic }
`;

test('a workflow is walked through, changed and run by keys alone; keys act on what has the focus', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'focus.yaml', SOURCE);
  await expect(card(page, 'last')).toBeVisible();

  await test.step('the canvas is one stop of Tab; arrows follow lines, and a line has the focus too', async () => {
    await canvas(page).focus();
    await expectOneStop(page);
    await press(page, 'w');
    await expect(edge(page, 'From fetch, success, to last')).toBeFocused();
    await press(page, 'ArrowRight');
    await expectFocus(page, 'last');
  });

  await test.step('Delete removes the card that has the focus, not the one that was selected before', async () => {
    await deleteAndUndo(page);
    expect(await downloadText(page)).toBe(SOURCE);
  });

  await test.step('a task is added and wired; Escape comes back to its card', async () => {
    await card(page, 'last').focus();
    await add(page, 'map', 'shape');
    await connect(page, 'shape', 'Success', 'tell');
    await expect(edge(page, 'From shape, success, to tell')).toBeVisible();
    await expectFocus(page, 'shape');
  });

  await test.step('it is run, and the focus comes back to the card', async () => {
    await press(page, 'ControlOrMeta+Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }));
    await press(page, 'Enter');
    await tabTo(page, page.getByRole('dialog', { name: /^Run / }).getByRole('button', { name: 'Run', exact: true }));
    await press(page, 'Enter');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expectFocus(page, 'shape');
  });
});
