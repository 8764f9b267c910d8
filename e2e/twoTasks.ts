/** The file of two tasks that is kept in a folder, and how a change of it is made. */
import { card } from './app.ts';
import type { Page } from './fixtures.ts';

/** Two tasks. */
export const SOURCE = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';

/** Gives the first task, `a`, a name by its form. */
export async function nameFirst(page: Page, name: string): Promise<void> {
  await card(page, 'a').click();
  const field = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(name);
  await field.press('Enter');
}
