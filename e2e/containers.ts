import { card, importText, openApp } from './app.ts';
import { SOURCE as LINES } from './canvas.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** The workflow of {@link LINES} with a comment in it, and a second task in its container. */
export const SOURCE = `${LINES.replace('  - id: third\n', '  - id: third # loose\n')}      - id: last
        type: basic
`;
export const THIRD = '  - id: third # loose\n    type: map\n';

export async function openSource(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'boxes.yaml', SOURCE);
  await expect(card(page, 'last')).toBeVisible();
}

interface Place {
  /** Of what it is held over: its middle, plus these client pixels. */
  readonly x?: number;
  readonly y?: number;
}

/** Takes a card by its middle and holds it over something, so that what would happen can be read. */
export async function holdOver(page: Page, from: Locator, to: Locator, { x = 0, y = 0 }: Place = {}): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('What is dragged, or where to, is not drawn');
  const grip = { x: start.x + start.width / 2, y: start.y + start.height / 2 };
  const target = { x: end.x + end.width / 2 + x, y: end.y + end.height / 2 + y };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 12, grip.y + 6, { steps: 3 });
  await page.mouse.move(target.x - 4, target.y - 3, { steps: 8 });
  await page.mouse.move(target.x, target.y, { steps: 3 });
}

/** The message that says what dropping the dragged cards would do. */
export function preview(page: Page): Locator {
  return page.getByRole('application', { name: 'Workflow canvas' }).getByRole('status');
}
