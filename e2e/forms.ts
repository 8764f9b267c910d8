import { card } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** The messages of the agent. */
export const SYSTEM = '          - { role: system, content: Be brief } # always\n';
export const USER = '          - role: user\n            content: Hi\n';

/** An input with a schema, an agent with messages, and tasks that read from each other. */
export const SOURCE = `schema:
  input:
    type: object
    required: [text]
    properties:
      # what was written
      text: { type: string, maxLength: 400 } # not for ever
      plan: { type: string }
agents:
  - id: judge
    use: core:agent
    config: { provider: mock, model: small }
    actions:
      - id: rate
        instructions: Rate it.
        output: { type: object, properties: { good: { type: boolean } } }
        messages:
${SYSTEM}${USER}tools:
  - { id: lookup, use: core:http, schema: { input: { type: object }, output: {} } }
tasks:
  - id: fetch
    type: basic
    use: tool:lookup
    with: { url: "/a/{{ workflow.input.text }}" }
    on_success: { next: rate, with: { body: "{{ output.body }}" } }
  - { id: rate, type: basic, use: agent:judge, with: { prompt: "{{ input.body }}" }, on_success: { next: tell } }
  - { id: tell, type: basic, use: core:log, with: { message: "{{ tasks.fetch.output.status }}" } }
  - { id: alone, type: basic }
`;

/** Shows the agent of {@link SOURCE} in the inspector, and moves its second message up. */
export async function moveMessageUp(page: Page, inspector: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
  await page.getByRole('button', { name: /^judge/ }).click();
  await inspector.getByRole('button', { name: 'Move message 2 up' }).click();
}

/** One key shows where the values of a task come from, and dims what has no part in them. */
export async function showLines(page: Page): Promise<void> {
  await card(page, 'rate').click();
  await page.keyboard.press('l');
  await expect(page.getByRole('status').filter({ hasText: 'Values from 1 task · read by no task' })).toBeVisible();
  await expect(card(page, 'alone')).toHaveCSS('opacity', '0.28');
}

/** Types into the field `url`, and does not leave it: it outlives a change to the layout of a phone and back. Answers with the field. */
export async function typeThroughLayouts(page: Page, inspector: Locator): Promise<Locator> {
  const url = inspector.getByRole('textbox', { name: 'URL', exact: true });
  await url.fill('/typed');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Close the inspector' })).toBeVisible();
  await expect(url).toHaveValue('/typed');
  await expect(url).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  return url;
}

/** Writes a line of JavaScript in the inspector that is completed by what the task gives it; answers with the field. */
export async function completeCode(page: Page, inspector: Locator): Promise<Locator> {
  const code = inspector.getByRole('textbox', { name: 'Code', exact: true });
  await code.fill('return input.it');
  await code.press('ControlOrMeta+ ');
  await page
    .getByRole('listbox', { name: 'Suggestions' })
    .getByRole('option', { name: /^items/ })
    .click();
  return code;
}

/** In the page: types into an editor of code and presses Escape before anything is drawn. */
export function typeAndEscape(element: Element, text: string): void {
  const context: unknown = Reflect.get(element, 'editContext');
  if (!(context instanceof EventTarget)) throw new Error('This is no editor of code.');
  const at: unknown = Reflect.get(context, 'selectionEnd');
  if (typeof at !== 'number') throw new Error('The editor has no caret.');
  const after = at + text.length;
  const ranges = { updateRangeStart: at, updateRangeEnd: at, selectionStart: after, selectionEnd: after };
  context.dispatchEvent(Object.assign(new Event('textupdate'), { text, ...ranges }));
  element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true }));
}
