import { card, dragTo, edge, expectSaved, portOf } from './app.ts';
import { expectAdded, offsetFrom, openSource, undoToSource } from './canvas.ts';
import { expect, test } from './fixtures.ts';

test('tasks and lines are added, deleted and undone to the first byte, and cards keep their places over a reload', async ({
  page,
}) => {
  await openSource(page);
  await test.step('a line is drawn from a port to a task', async () => {
    await dragTo(page, portOf(page, 'store', 'main'), portOf(page, 'third', 'in'));
    await expect(edge(page, 'From store, success, to third')).toBeVisible();
    await expectAdded(page, ['    on_success:', '      next: third']);
    await undoToSource(page);
  });
  await test.step('a line that is dropped on nothing asks which task it should lead to', async () => {
    await dragTo(page, portOf(page, 'store', 'main'), page.locator('.react-flow__pane'), { x: 1000, y: 620 });
    await page.getByRole('option', { name: /^Shape data/ }).click();
    await expect(edge(page, 'From store, success, to shape')).toBeVisible();
    await undoToSource(page);
  });
  await test.step('a task is dragged from the palette onto a line', async () => {
    await page.getByRole('button', { name: 'Add a task' }).click();
    const map = page.getByRole('region', { name: 'Add a task' }).getByRole('button', { name: /^Shape data/ });
    await expect(map).toBeVisible();
    const from = await portOf(page, 'fetch', 'main').boundingBox();
    const to = await portOf(page, 'store', 'in').boundingBox();
    if (!from || !to) throw new Error('The line is not drawn');
    await dragTo(page, map, null, { x: (from.x + to.x + to.width) / 2, y: from.y + from.height / 2 });
    await expect(edge(page, 'From fetch, success, to shape')).toBeVisible();
    await expect(edge(page, 'From shape, success, to store')).toBeVisible();
    await undoToSource(page);
  });
  await test.step('several tasks are selected and deleted together', async () => {
    await card(page, 'fetch').click();
    await card(page, 'store').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Delete');
    await expect(card(page, 'store')).toHaveCount(0);
    await expect(card(page, 'third')).toBeVisible();
    await undoToSource(page);
  });
  await test.step('a card that was moved is there after a reload', async () => {
    const before = await offsetFrom(card(page, 'fetch'), card(page, 'third'));
    await card(page, 'third').click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => offsetFrom(card(page, 'fetch'), card(page, 'third'))).not.toEqual(before);
    await expectSaved(page);
    const moved = await offsetFrom(card(page, 'fetch'), card(page, 'third'));
    await page.reload();
    await expect(card(page, 'third')).toBeVisible();
    expect(await offsetFrom(card(page, 'fetch'), card(page, 'third'))).toEqual(moved);
  });
});
