import { card, downloadText, edge, importText, openFile } from './app.ts';
import { holdOver, openSource, preview, SOURCE, THIRD } from './containers.ts';
import { expect, type Page, test } from './fixtures.ts';

/** Lets go of what the step before selected. */
async function rest(page: Page): Promise<void> {
  await page.locator('.react-flow__pane').click({ position: { x: 700, y: 620 } });
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(0);
}

/** Takes the last change back and proves that nothing of it is left. */
async function undoToSource(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
  expect(await downloadText(page)).toBe(SOURCE);
}

test('cards are dragged into a container, in it and out of it, each taken back to the first byte', async ({ page }) => {
  await test.step('a card is dragged into a container, between two of its steps, and out of it again', async () => {
    await openSource(page);
    await holdOver(page, card(page, 'third'), card(page, 'last'), { x: -90 });
    await expect(preview(page)).toHaveText('Into box, as step 2');
    await page.mouse.up();
    const step = '      - id: third # loose\n        type: map\n';
    const inside = SOURCE.replace(THIRD, '').replace('      - id: last\n', `${step}      - id: last\n`);
    expect(await downloadText(page)).toBe(inside);
    await expect(edge(page, 'From inner, in list order, to third')).toBeVisible();

    await holdOver(page, card(page, 'third'), card(page, 'fetch'), { y: -140 });
    await expect(preview(page)).toHaveText('Out of its container');
    await page.mouse.up();
    await expect(edge(page, 'From inner, in list order, to last')).toBeVisible();
    expect(await downloadText(page)).toBe(`${SOURCE.replace(THIRD, '')}${THIRD}`);
    await page.keyboard.press('ControlOrMeta+z');
    expect(await downloadText(page)).toBe(inside);
    await undoToSource(page);
  });
  await test.step('what becomes of a line that would cross the border of a container is said before', async () => {
    await rest(page);
    await holdOver(page, card(page, 'store'), card(page, 'inner'), { x: -90 });
    await expect(preview(page)).toHaveText('Into box, as step 1 · cuts fetch → store');
    await page.mouse.up();
    await expect(edge(page, 'From store, in list order, to inner')).toBeVisible();
    const text = await downloadText(page);
    expect(text).toContain('    tasks:\n      - id: store\n        type: basic\n      - id: inner\n');
    expect(text).not.toContain('next: store');
    await undoToSource(page);
  });
  await test.step('a step is dragged to another place in the list of its container', async () => {
    await rest(page);
    await holdOver(page, card(page, 'last'), card(page, 'inner'), { x: -100 });
    await expect(preview(page)).toHaveText('Step 1 of box');
    await page.mouse.up();
    await expect(edge(page, 'From last, in list order, to inner')).toBeVisible();
    const last = '      - id: last\n        type: basic\n';
    expect(await downloadText(page)).toBe(
      SOURCE.replace(last, '').replace('      - id: inner\n', `${last}      - id: inner\n`),
    );
    await undoToSource(page);
  });
});

test('by keys and menus tasks are grouped, moved, connected, replaced, ungrouped and aligned', async ({ page }) => {
  await test.step('tasks are grouped by a key and a name, and become one card with their lines', async () => {
    await openSource(page);
    await card(page, 'store').click();
    await card(page, 'third').click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+g');
    await expect(page.getByPlaceholder('Group 2 tasks into…')).toBeFocused();
    await page.keyboard.type('par');
    await page.keyboard.press('Enter');
    await expect(edge(page, 'From fetch, success, to parallel')).toBeVisible();
    const text = await downloadText(page);
    expect(text).toContain(
      '    tasks:\n      - id: store\n        type: basic\n      - id: third # loose\n        type: map\n',
    );
    await expect(card(page, 'parallel')).toHaveClass(/selected/);
    await undoToSource(page);
  });
  await test.step('a task is moved by keys alone: into a container by name, and along its list', async () => {
    await rest(page);
    await card(page, 'third').click();
    await page.keyboard.press('m');
    await expect(page.getByPlaceholder('Move third to…')).toBeFocused();
    await page.keyboard.type('box');
    await page.keyboard.press('Enter');
    await expect(edge(page, 'From last, in list order, to third')).toBeVisible();
    await expect(card(page, 'third')).toBeFocused();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(edge(page, 'From inner, in list order, to third')).toBeVisible();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(page.getByText('It is the last of its list already.')).toBeVisible();
    // Moves that follow each other within half a second are one step.
    for (let step = 0; step < 3 && (await downloadText(page)) !== SOURCE; step += 1) {
      await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
    }
    expect(await downloadText(page)).toBe(SOURCE);
  });
  await test.step('a line is drawn by typing: when it is taken, then where it leads', async () => {
    await rest(page);
    await card(page, 'store').click();
    await page.keyboard.press('c');
    await expect(page.getByPlaceholder('Connect store: when?')).toBeFocused();
    await page.keyboard.type('err');
    await page.keyboard.press('Enter');
    await expect(page.getByPlaceholder('Connect to which task?')).toBeFocused();
    await page.keyboard.type('thi');
    await page.keyboard.press('Enter');
    await expect(edge(page, 'From store, error, to third')).toBeVisible();
    await undoToSource(page);
  });
  await test.step('another task takes the place of one by a name that is typed, and its lines stay', async () => {
    await rest(page);
    await card(page, 'store').click();
    await page.keyboard.press('r');
    await expect(page.getByPlaceholder('Replace store with…')).toBeFocused();
    await page.keyboard.type('wait');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: /^store, wait task/ })).toBeVisible();
    await expect(edge(page, 'From fetch, success, to store')).toBeVisible();
    await undoToSource(page);
  });
  await test.step('a container is taken away around its tasks by its menu, and by the key', async () => {
    await rest(page);
    await page.getByRole('button', { name: 'Fit everything' }).click();
    const box = page.locator('.react-flow__node[data-id="box"]');
    await box.click({ button: 'right', position: { x: 120, y: 20 } });
    await page.getByRole('menuitem', { name: /^Ungroup/ }).click();
    await expect(edge(page, 'From inner, success, to last')).toBeVisible();
    await expect(box).toHaveCount(0);
    await undoToSource(page);
    await box.click({ position: { x: 120, y: 20 } });
    await page.keyboard.press('ControlOrMeta+Shift+g');
    await expect(box).toHaveCount(0);
    await undoToSource(page);
  });
  await test.step('cards are aligned from the palette and from the inspector, and the text stays as it is', async () => {
    await rest(page);
    await page.getByRole('button', { name: 'Fit everything' }).click();
    const lefts = async () =>
      Promise.all(['fetch', 'store'].map(async (id) => Math.round((await card(page, id).boundingBox())?.x ?? 0)));
    await card(page, 'fetch').click();
    await card(page, 'store').click({ modifiers: ['Shift'] });
    const before = await lefts();
    await page.getByRole('button', { name: 'Align left edges' }).click();
    await expect.poll(lefts).toEqual([before[0], before[0]]);
    expect(await downloadText(page)).toBe(SOURCE);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(lefts).toEqual(before);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByPlaceholder(/^Type an action/)).toBeFocused();
    await page.keyboard.type('align right');
    await page.keyboard.press('Enter');
    await expect.poll(lefts).toEqual([before[1], before[1]]);
  });
  await test.step('an empty container is clicked for the task that goes into it', async () => {
    await importText(page, 'empty.yaml', 'tasks:\n  - id: all\n    type: parallel\n');
    await page.getByRole('button', { name: /choose one: all$/ }).click();
    await page.getByRole('option', { name: /^Shape data/ }).click();
    await expect(card(page, 'shape')).toBeVisible();
    expect(await downloadText(page)).toMatch(/type: parallel\n {4}tasks:\n {6}- id: shape/);
  });
  await test.step('why tasks cannot be grouped is told once', async () => {
    await openFile(page, 'support-triage.yaml');
    await card(page, 'route').click();
    await page.keyboard.press('ControlOrMeta+G');
    const list = page.getByRole('listbox', { name: 'Kinds of containers' });
    await expect(list.getByText(/a container leads to one/)).toHaveCount(1);
    await expect(list.getByText('Group, Parallel, For each')).toBeVisible();
  });
});
