import { card, changedLines, downloadText, importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

export const SOURCE = `# kept by hand
tasks:
  - id: fetch
    type: basic
    on_success: {next: store}

  - id: store
    type: basic
  - id: third
    type: map
  - id: box
    type: composite
    tasks:
      - id: inner
        type: basic
`;

export async function openSource(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'lines.yaml', SOURCE);
  await expect(card(page, 'inner')).toBeVisible();
}

/** Lets go of what the step before selected. */
export async function rest(page: Page): Promise<void> {
  await page.locator('.react-flow__pane').click({ position: { x: 700, y: 620 } });
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(0);
}

/** Takes the last change back and proves that nothing of it is left. */
export async function undoToSource(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
  expect(await downloadText(page)).toBe(SOURCE);
}

/** What a change wrote: the text may only have gained these lines. */
export async function expectAdded(page: Page, lines: readonly string[]): Promise<void> {
  expect(changedLines(SOURCE, await downloadText(page))).toEqual({ removed: [], added: lines });
}

/** How far a box is from another one, px on the screen; both at one instant, for the view may move so that the inspector covers nothing. */
export async function offsetFrom(one: Locator, other: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const from = await one.elementHandle();
  return other.evaluate((to, base) => {
    const [start, end] = [base?.getBoundingClientRect(), to.getBoundingClientRect()];
    return { x: end.x - (start?.x ?? 0), y: end.y - (start?.y ?? 0) };
  }, from);
}
