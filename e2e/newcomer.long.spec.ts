import {
  card,
  downloadText,
  edge,
  expectSaved,
  importText,
  openApp,
  openRunForm,
  showSplit,
  startRun,
  trustFile,
} from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { zoom } from './legible.ts';
import { addByKeys, addPanel, breakAndRepair, buildApproval, runApproval } from './newcomer.ts';
import { bar, CHAIN, command, drawer, WAITS } from './runs.ts';

/** Where a box ends on the right; no number where there is none. */
function right(box: { x: number; width: number } | null): number {
  return box ? box.x + box.width : Number.NaN;
}

/** Whether a ring around it says that keys have the focus there. */
function hasRing(button: Locator): Promise<boolean> {
  return button.evaluate((element) => element.matches(':focus-visible'));
}

/** Asserts that the workflow is readable from its start, and that all of it is seen once that is asked for. */
async function expectReadable(page: Page): Promise<void> {
  const start = page.getByRole('group', { name: /, start\b/ }).first();
  // All of it: at a zoom that is no whole number the ratio is a little less than 1.
  await expect(start).toBeInViewport({ ratio: 0.9999 });
  await expect.poll(() => zoom(page)).toBeGreaterThanOrEqual(70);
  await page.getByRole('button', { name: 'Fit everything' }).click();
  await expect(page.getByRole('group', { name: /^Put in outbox/ }).first()).toBeInViewport({ ratio: 0.9999 });
  await expect(start).toBeInViewport({ ratio: 0.9999 });
}

/** Asserts that nothing in the bar overlaps while a run is running. */
async function expectRoomInBar(page: Page, width: number): Promise<void> {
  await expect(async () => {
    const file = await bar(page).getByRole('button', { name: 'waits.yaml' }).boundingBox();
    const modes = await bar(page).getByRole('radiogroup', { name: 'View' }).boundingBox();
    const problems = await bar(page).getByRole('button', { name: 'No problems' }).boundingBox();
    const stop = await bar(page).getByRole('button', { name: 'Stop', exact: true }).boundingBox();
    expect(right(file)).toBeLessThanOrEqual(modes?.x ?? 0);
    expect(right(modes)).toBeLessThanOrEqual(problems?.x ?? 0);
    const start = await bar(page).getByRole('button', { name: 'Run', exact: true }).boundingBox();
    expect(right(stop)).toBeLessThanOrEqual(start?.x ?? 0);
    expect(right(start)).toBeLessThanOrEqual(width);
  }).toPass({ timeout: 30_000 });
}

test('a newcomer adds tasks by keys, wherever the focus is', async ({ page }) => {
  await openApp(page);

  await test.step('A opens the list of tasks on an empty canvas, and with the focus in the bar', async () => {
    await importText(page, 'empty.yaml', '');
    await expect(page.getByRole('heading', { name: 'What comes first?' })).toBeVisible();
    await addByKeys(page, 'map');
    await expect(card(page, 'shape')).toBeVisible();

    await importText(page, 'named.yaml', 'name: Named\n');
    await expect(page.getByRole('heading', { name: 'Draw a workflow, then run it', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Files' }).click();
    await page.keyboard.press('a');
    await expect(addPanel(page).getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('application', { name: 'Workflow canvas' })).toBeFocused();
  });

  await test.step('tasks are added one after the other at the end of the chain, each as one step', async () => {
    await importText(page, 'chain.yaml', CHAIN);
    await expect(card(page, 'third')).toBeVisible();
    await addByKeys(page, 'wait');
    await expect(edge(page, 'From third, success, to wait')).toBeAttached();
    await bar(page).getByRole('button', { name: 'Undo' }).click();
    await expect(card(page, 'wait')).toHaveCount(0);
    expect(await downloadText(page)).toBe(CHAIN);
    await bar(page).getByRole('button', { name: 'Redo' }).click();
    await expect(edge(page, 'From third, success, to wait')).toBeAttached();
    await expect(bar(page).getByRole('button', { name: 'Redo' })).toBeDisabled();
  });

  await test.step('an unconnected task says so on its card, and is no warning', async () => {
    await importText(
      page,
      'fork.yaml',
      'tasks:\n  - {id: s, type: basic, on_success: {next: [l, r]}}\n  - {id: l, type: basic}\n  - {id: r, type: basic}\n',
    );
    await expect(card(page, 'r')).toBeVisible();
    await addByKeys(page, 'map');
    await expect(card(page, 'shape').getByText('Not connected yet')).toBeVisible();
    await expect(page.getByRole('button', { name: /\d+ warning/ })).toHaveCount(0);
  });

  await test.step('the list of shortcuts and the command palette know how to add, undo and redo', async () => {
    await page.getByRole('application', { name: 'Workflow canvas' }).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const name of ['Add a task', 'Undo', 'Redo'])
      await expect(keys.getByText(name, { exact: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await command(page, 'Add a task');
    await expect(addPanel(page).getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('undo past the start of a new file says so, and the file comes back', async () => {
    await command(page, 'New workflow');
    await expect(page.getByRole('region', { name: 'How to begin' })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Undo' }).click();
    const notice = page.getByText(/^Undone: workflow\.yaml is no longer in the workspace\. \S+ is open now\.$/);
    await expect(notice).toBeVisible();
    await page
      .getByRole('region', { name: /Notices/ })
      .getByRole('button', { name: 'Redo' })
      .click();
    await expect(page).toHaveTitle(/^workflow/);
    await expectSaved(page);
  });

  await test.step('a task is added to a new file where none is open', async () => {
    for (let count = 0; count < 20 && (await page.title()) !== 'Signalbox'; count += 1) {
      const before = await page.title();
      await command(page, 'Delete the file');
      await expect(page).not.toHaveTitle(before);
    }
    await addByKeys(page, 'wait');
    await expect(card(page, 'wait')).toBeVisible();
    await expect(page).toHaveTitle(/^workflow/);
  });
});

test('a newcomer finds their way in narrow windows', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openApp(page);
  await test.step('a workflow opens readable from its start at 1024x768, and is fitted as a whole when asked', () =>
    expectReadable(page));

  await test.step('nothing in the bar covers anything else at 1024 and at 800 px, also while a run is running', async () => {
    await importText(page, 'waits.yaml', WAITS);
    await startRun(page);
    await expect(bar(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    for (const width of [1024, 800]) {
      await page.setViewportSize({ width, height: 768 });
      await expectRoomInBar(page, width);
    }
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(drawer(page).getByText(/^Cancelled after/)).toBeVisible();
  });
});

test('a newcomer finds their way on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApp(page);
  await test.step('a workflow opens readable from its start at 390x844, and is fitted as a whole when asked', () =>
    expectReadable(page));

  await test.step('a task that was added is shown', async () => {
    await importText(page, 'chain.yaml', CHAIN);
    await page.getByRole('button', { name: 'Add a task' }).click();
    await addPanel(page).getByRole('button', { name: /^Wait/ }).click();
    await expect(addPanel(page)).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Inspector' }).getByText('wait').first()).toBeVisible();
    await expect(edge(page, 'From third, success, to wait')).toBeAttached();
  });
});

test('a newcomer chooses files, trusts one, runs it, and builds an approval', async ({ page }) => {
  await openApp(page);

  await test.step('a file that is chosen with the pointer leaves no ring on the button of files; one that is chosen by keys does', async () => {
    const first = bar(page).getByRole('button', { name: 'support-triage.yaml' });
    await first.click();
    await page.getByRole('menuitem', { name: 'orders-report.yaml', exact: true }).click();
    const second = bar(page).getByRole('button', { name: 'orders-report.yaml' });
    await expect(second).toBeFocused();
    expect(await hasRing(second)).toBe(false);
    await second.press('Enter');
    await page.getByRole('menuitem', { name: 'support-triage.yaml', exact: true }).press('Enter');
    await expect(first).toBeFocused();
    expect(await hasRing(first)).toBe(true);
  });

  await test.step('the question of trust has its focus on the safe answer', async () => {
    await importText(page, 'waits.yaml', WAITS);
    await bar(page).getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Trust “waits.yaml”?' });
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await openRunForm(page);
    await trustFile(page);
  });

  await test.step('the history says paused and waiting in place of running', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
    const rows = page.getByRole('list', { name: 'Runs, newest first' });
    const row = rows.getByRole('button', { name: /^Waits, / });
    await expect(row).toHaveAccessibleName(/^Waits, waiting for signal go/);
    await bar(page).getByRole('button', { name: 'Pause' }).click();
    await expect(row).toHaveAccessibleName(/^Waits, paused,/);
    await expect(row.getByRole('img', { name: 'Paused' })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Resume' }).click();
    await expect(row).toHaveAccessibleName(/^Waits, waiting for signal go/);
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(row).toHaveAccessibleName(/^Waits, cancelled/);
    await expect(drawer(page).getByText(/^Cancelled after/)).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  });

  await test.step('an approval is built on the canvas alone, runs, is broken and repaired by its quick fix', async () => {
    const built = await buildApproval(page);
    await runApproval(page);
    await showSplit(page);
    await breakAndRepair(page, built);
  });
});
