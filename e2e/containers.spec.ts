import { card, downloadText, edge } from './app.ts';
import { holdOver, openSource, preview, SOURCE, THIRD } from './containers.ts';
import { expect, type Page, test } from './fixtures.ts';

/** Answers the question that a key has asked. */
async function answer(page: Page, question: string, words: string): Promise<void> {
  await expect(page.getByPlaceholder(question)).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('a card is dragged into a container; by keys tasks are moved, ungrouped, grouped, connected and replaced, and all is undone', async ({
  page,
}) => {
  await openSource(page);
  await test.step('a card is dragged between two steps of a container', async () => {
    await holdOver(page, card(page, 'third'), card(page, 'last'), { x: -90 });
    await expect(preview(page)).toHaveText('Into box, as step 2');
    await page.mouse.up();
    await expect(edge(page, 'From inner, in list order, to third')).toBeVisible();
    const step = '      - id: third # loose\n        type: map\n';
    expect(await downloadText(page)).toBe(
      SOURCE.replace(THIRD, '').replace('      - id: last\n', `${step}      - id: last\n`),
    );
    await page.keyboard.press('ControlOrMeta+z');
    await expect(edge(page, 'From inner, in list order, to last')).toBeVisible();
  });
  await test.step('a task is moved into a container by name, and the container is taken away', async () => {
    await card(page, 'third').click();
    await page.keyboard.press('m');
    await answer(page, 'Move third to…', 'box');
    await expect(edge(page, 'From last, in list order, to third')).toBeVisible();
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await page.locator('.react-flow__node[data-id="box"]').click({ position: { x: 120, y: 20 } });
    await page.keyboard.press('ControlOrMeta+Shift+g');
    await expect(edge(page, 'From inner, success, to last')).toBeVisible();
  });
  await test.step('tasks are grouped, connected and replaced by what is typed', async () => {
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await card(page, 'last').click();
    await card(page, 'third').click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+g');
    await answer(page, 'Group 2 tasks into…', 'comp');
    await expect(edge(page, 'From inner, success, to group')).toBeVisible();
    await card(page, 'store').click();
    await page.keyboard.press('c');
    await answer(page, 'Connect store: when?', 'err');
    await answer(page, 'Connect to which task?', 'inner');
    await expect(edge(page, 'From store, error, to inner')).toBeVisible();
    await card(page, 'store').click();
    await page.keyboard.press('r');
    await answer(page, 'Replace store with…', 'wait');
    await expect(page.getByRole('group', { name: /^store, wait task/ })).toBeVisible();
    await expect(edge(page, 'From fetch, success, to store')).toBeVisible();
  });
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
  for (let step = 0; step < 5; step += 1) await undo.click();
  expect(await downloadText(page)).toBe(SOURCE);
});
