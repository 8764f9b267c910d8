import { card, expectStatus } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { bar } from './runs.ts';

/** How large cards are drawn, in percent. */
export async function zoom(page: Page): Promise<number> {
  const name = await page.getByRole('button', { name: /^Zoom: / }).getAttribute('aria-label');
  return Number(/\d+/.exec(name ?? '')?.[0]);
}

/** The pane with the fields of what is selected. */
export function inspector(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' });
}

/** The text of a card that is cut, of all its names. */
export async function cutNames(page: Page): Promise<readonly string[]> {
  return page
    .locator('.react-flow__node [title]:is(span)')
    .evaluateAll((names) =>
      names.flatMap((name) =>
        getComputedStyle(name).fontWeight === '600' &&
        (name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
          ? [name.textContent]
          : [],
      ),
    );
}

/** Opens the inspector on the last card of the first sample, which it would cover, and asserts that the card comes out beside it. */
export async function expectBesideInspector(page: Page): Promise<void> {
  await card(page, 'note_reply').click();
  await expect(inspector(page)).toBeVisible();
  const pane = await inspector(page).boundingBox();
  await expect
    .poll(async () => {
      const box = await card(page, 'note_reply').boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    })
    .toBeLessThan(pane?.x ?? 0);
}

/** Follows what came of the draft of the first sample from its card to the whole; answers with the step that shows it. */
export async function openDraft(page: Page): Promise<Locator> {
  await card(page, 'draft')
    .getByRole('button', { name: /^Your exports/ })
    .click();
  const step = page.getByRole('region', { name: 'Step Draft reply' });
  await expect(step.getByRole('treeitem', { name: /^body:/ })).toBeVisible();
  return step;
}

/** Asserts that what a run of the first sample painted goes with an edit of that task, and as a whole with Clear run. */
export async function expectCleared(page: Page): Promise<void> {
  const pill = page.getByRole('group', { name: 'Run on the canvas' });
  await expect(pill).toContainText(/^Success in/);
  await card(page, 'draft').getByText('Draft reply').click();
  const name = inspector(page).getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Write reply');
  await name.press('Enter');
  await expect(card(page, 'draft')).toContainText('changed');
  await expect(card(page, 'draft').getByRole('img', { name: 'Success' })).toHaveCount(0);
  await expectStatus(page, 'classify', 'Success');
  await expect(pill).toContainText('1 changed since');
  await bar(page).getByRole('button', { name: 'Undo' }).click();
  await expectStatus(page, 'draft', 'Success');
  await pill.getByRole('button', { name: 'Clear run' }).click();
  await expect(pill).toHaveCount(0);
  await expect(card(page, 'classify').getByRole('img', { name: 'Success' })).toHaveCount(0);
}
