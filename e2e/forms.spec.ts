import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  completeCode,
  moveMessageUp,
  SOURCE,
  SYSTEM,
  showLines,
  typeAndEscape,
  typeThroughLayouts,
  USER,
} from './forms.ts';

const CODE = `  - id: sum
    type: basic
    use: core:javascript
    with:
      code: return 1;
      input: { items: [1, 2] }
`;

test('schemas, messages, tools, values and code are edited in forms, and nothing that was typed is lost', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'forms.yaml', SOURCE + CODE);
  await expect(card(page, 'tell')).toBeVisible();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });

  await test.step('a property is added to a schema', async () => {
    await page.keyboard.press('Control+i');
    await inspector.getByRole('button', { name: 'Add a property' }).click();
    await page.keyboard.type('urgent');
    await page.keyboard.press('Enter');
    await expect(inspector.getByRole('textbox', { name: 'Name of property urgent' })).toBeVisible();
    await expectNoBarrier(page, inspector);
  });

  await test.step('messages of an agent are a list, and its tools are chosen', async () => {
    await moveMessageUp(page, inspector);
    await inspector.getByRole('button', { name: 'Tools it may call' }).click();
    await inspector.getByRole('button', { name: 'Choose tools' }).click();
    await page.getByPlaceholder('Find a tool').fill('lookup');
    await page.getByRole('option', { name: /lookup/ }).click();
    await page.keyboard.press('Escape');
    await expect(inspector.getByRole('button', { name: 'Remove tool 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
  });

  await test.step('one key shows where the values of a task come from, and a row leads there', async () => {
    await showLines(page);
    await inspector.getByRole('button', { name: 'input.body from fetch' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'read by 2 tasks' })).toBeVisible();
  });

  await test.step('a field that is not left yet outlives a change of layout', async () => {
    await typeThroughLayouts(page, inspector);
  });

  await test.step('code is completed as it is typed, and its larger editor keeps it on Escape', async () => {
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await card(page, 'sum').click();
    const code = await completeCode(page, inspector);
    await code.press('Alt+Enter');
    const large = page.getByRole('dialog', { name: 'code' });
    await expect(large.locator('.native-edit-context')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('.length');
    // Both at once: nothing is drawn in between.
    await large.locator('.native-edit-context').evaluate(typeAndEscape, ';');
    await expect(large).toBeHidden();
  });

  const edited = (SOURCE + CODE)
    .replace('plan: { type: string }\n', 'plan: { type: string }\n      urgent:\n        type: string\n')
    .replace(SYSTEM + USER, USER + SYSTEM)
    .replace('model: small }\n', 'model: small }\n    tools:\n      - id: lookup\n')
    .replace('"/a/{{ workflow.input.text }}"', '/typed')
    .replace('return 1;', 'return input.items.length;');
  await expect.poll(() => downloadText(page)).toBe(edited);
});
