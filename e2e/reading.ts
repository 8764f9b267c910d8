import { expect, type Locator, type Page } from './fixtures.ts';
import { openResult } from './runs.ts';

/** Gives an answer in Markdown, a page, a table of so many rows, a text of so many lines, a picture, and Markdown of so many parts. */
export const valuesOf = ({
  rows,
  lines,
  parts,
}: Readonly<Record<'rows' | 'lines' | 'parts', number>>): string => `tools:
  - id: make
    use: core:javascript
    config:
      code: |
        const report = '# Findings\\n\\nAll is **well** here.\\n\\n- first\\n- second\\n\\n| name | count |\\n|---|---|\\n| apples | 3 |\\n';
        const rows = Array.from({ length: ${rows} }, (_, id) => ({ id, name: 'customer ' + id, total: id * 1.5 }));
        return { report, page: '<!doctype html><h1>Hello</h1>', rows, long: 'All work and no play makes a dull line. '.repeat(${lines}), picture: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGM4YWTzH4QZMBgAsNMNP5VPbUQAAAAASUVORK5CYII=' };
    schema: { input: { type: object }, output: { type: object } }
  - id: write
    use: core:javascript
    config: { code: "return '## Part\\\\n\\\\nSome **words**.\\\\n\\\\n'.repeat(${parts}) + 'The last words.';" }
    schema: { input: { type: object }, output: { type: string } }
tasks:
  - { id: make, type: basic, use: "tool:make", with: {}, on_success: { next: guide } }
  - { id: guide, type: basic, use: "tool:write", with: {} }
outputs: { answer: "{{ tasks.make.output.report }}" }
`;

/** Reads the text in Markdown that the run gave, and opens it from the tree of its output by a click; it is shown whole. */
export async function openAnswer(page: Page): Promise<Locator> {
  const output = (await openResult(page)).getByRole('region', { name: 'Output of the run' });
  // The output opens with what it says; the tree is behind it.
  await expect(output.getByText('Findings')).toBeVisible();
  await output.getByRole('radio', { name: 'Tree' }).click();
  await output.getByRole('treeitem', { name: /^answer/ }).click();
  const answer = page.getByRole('dialog', { name: 'Value of output.answer' });
  await expect(answer.getByText('Findings')).toBeVisible();
  await expect(answer.getByRole('cell', { name: 'apples' })).toBeVisible();
  return answer;
}

/** Finds a text once among the values of a step. */
export async function findOnce(values: Locator, text: string): Promise<void> {
  await values.getByRole('searchbox').fill(text);
  await expect(values.getByText('1 found')).toBeVisible();
  await values.getByRole('searchbox').fill('');
}

/** The value that lists the rows. */
export function rowsDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Value of tasks.make.output.rows' });
}

/** Goes to the list of so many rows by keys alone and into it as a table, to its end. */
export async function readTable(page: Page, tree: Locator, rows: number): Promise<Locator> {
  await tree.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'o']) await page.keyboard.press(key);
  const list = rowsDialog(page);
  await list.getByRole('radio', { name: 'Table' }).click();
  const grid = list.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', String(rows + 1));
  await grid.focus();
  await page.keyboard.press('End');
  await expect(grid.getByRole('gridcell', { name: `customer ${rows - 1}` })).toBeVisible();
  return grid;
}
