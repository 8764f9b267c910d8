import type { Locator, Page } from './fixtures.ts';

/** Three steps, one after the other. */
export const TEXT = `tasks:
  - id: one
    type: basic
    on_success: { next: two }
  - id: two
    type: basic
    on_success: { next: three }
  - id: three
    type: basic
`;

/** A frame on the canvas, by its title and how many tasks it holds. */
export function frame(page: Page, name: string): Locator {
  return page.getByRole('group', { name: `Frame: ${name}`, exact: true });
}

/** Where something is on the screen, from the left. */
export async function left(element: Locator): Promise<number> {
  return (await element.boundingBox())?.x ?? Number.NaN;
}
