import { card, downloadText, importText, openApp, openFile, showSplit } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** What another file imports. */
export const SHARED = `agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: mock-small }
    actions:
      - id: write
        instructions: Write.
        output: { type: object, properties: { text: { type: string } } }
`;

/** A workflow that imports its agent from {@link SHARED}. */
export const MAIN = `# What this is for
# and who asked
agents:
  - import: ./shared.yaml#writer
tasks:
  - id: ask
    type: map
    config:
      mapping: { topic: trains, count: 3 }
    on_success:
      next: write
  - id: write
    type: basic
    use: agent:writer
    with:
      about: "{{ tasks.ask.output.topic | upper }} {{ nothing.at.all }}"
`;

/** Opens both files, the workflow beside its text. */
export async function openBoth(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'shared.yaml', SHARED);
  await importText(page, 'main.yaml', MAIN);
  await expect(card(page, 'write')).toBeVisible();
  await showSplit(page);
}

/** Puts the cursor into a text of the editor by clicking on it; the nth of several. */
export async function clickOn(page: Page, text: string | RegExp, nth = 0): Promise<void> {
  await page
    .locator('.view-line')
    .filter({ hasText: text })
    .nth(nth)
    .click({ position: { x: 4, y: 8 } });
  await page.keyboard.press('End');
}

/** What the editor proposes. */
export function suggestions(page: Page): Locator {
  return page.locator('.suggest-widget.visible .monaco-list-row');
}

/** The colour that a variable of the theme has. */
export async function colorVariable(page: Page, name: string): Promise<string> {
  return page.evaluate((variable) => {
    const node = document.createElement('i');
    node.style.color = `var(${variable})`;
    document.body.append(node);
    const { color } = getComputedStyle(node);
    node.remove();
    return color;
  }, name);
}

/** Asserts that the agent has its new name, `author`, in the other file, and takes that back in one step. */
export async function undoRename(page: Page): Promise<void> {
  await openFile(page, 'shared.yaml');
  expect(await downloadText(page)).toBe(SHARED.replace('id: writer', 'id: author'));
  await openFile(page, 'main.yaml');
  await page.getByRole('textbox', { name: /YAML/ }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await downloadText(page)).toBe(MAIN);
}

/** Completes a task at the end of the text, and asserts that it carries what it requires. */
export async function completeTask(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /YAML/ }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('  - ');
  await page.keyboard.press('Control+Space');
  await suggestions(page).filter({ hasText: 'wait task' }).click();
  await page.keyboard.type('pause');
  await page.keyboard.press('Escape');
  expect(await downloadText(page)).toBe(
    `${MAIN}  - id: pause\n    type: wait\n    config:\n      timeout: 5m\n      check_interval: 10s`,
  );
}
