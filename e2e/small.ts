/** Sizes of windows, and what has its place in them. */
import { expect, type Locator, type Page } from './fixtures.ts';

/** A window 1440 wide at a zoom of 200 %. */
export const ZOOMED = { width: 720, height: 450 };

/** Whether one part is wholly inside of another. */
export async function expectInside(part: Locator, whole: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
      if (!inner || !outer) return 'not drawn';
      const fits =
        inner.x >= outer.x &&
        inner.y >= outer.y &&
        inner.x + inner.width <= outer.x + outer.width &&
        inner.y + inner.height <= outer.y + outer.height;
      return fits ? 'inside' : JSON.stringify({ inner, outer });
    })
    .toBe('inside');
}

/** Whether the toolbar and the minimap leave the pane of the canvas to the cards. */
export async function expectClear(page: Page): Promise<void> {
  await expect(page.locator('.react-flow__minimap')).toHaveCount(0);
  await expect
    .poll(async () => {
      const [pane, toolbar] = [
        await page.locator('.react-flow').boundingBox(),
        await page.getByRole('toolbar', { name: 'Canvas' }).boundingBox(),
      ];
      return pane !== null && toolbar !== null && pane.height > 300 && toolbar.y >= pane.y + pane.height;
    })
    .toBe(true);
}

/** How many px of height hit a button, and nothing else, at its middle. */
export async function heightThatHits(button: Locator): Promise<number> {
  return await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const isHit = (by: number): boolean => {
      const hit = document.elementFromPoint(x + width / 2, y + height / 2 + by);
      return hit !== null && element.contains(hit);
    };
    return Array.from({ length: 60 }, (_, index) => index - 30).filter(isHit).length;
  });
}

/** The smallest height that a finger hits, in px. */
export const FINGER = 36;
