import { card, importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** A file with a word in its name, in a task's name and in what the task is given. */
export const PARCELS = `name: Parcels # kept as it is
tasks:
  - id: fetch
    name: Fetch parcels
    type: basic
    use: core:log
    with: { message: "All parcels, please" }
    on_success: { next: report }
  - id: report
    name: Report
    type: basic
`;

/** Another one with that word. */
export const OTHER = 'tasks:\n  - { id: ask, type: basic, name: Ask for parcels }\n';

/** Opens the app with both. */
export async function openBoth(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'other.yaml', OTHER);
  await importText(page, 'orders.yaml', PARCELS);
  await expect(card(page, 'fetch')).toBeVisible();
}

/** Where what is looked for is typed. */
export function field(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Find', exact: true });
}

/** A line of what was found. */
export function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('tree', { name: 'Found' }).getByRole('treeitem', { name });
}
