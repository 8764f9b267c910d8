import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { moveMessageUp, SOURCE, SYSTEM, showLines, USER } from './forms.ts';

test('schemas, messages and the values that tasks read are edited in forms', async ({ page }) => {
  await openApp(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await test.step('a schema is built in a form with its text beside it, and what the form cannot show stays', async () => {
    await importText(page, 'schema.yaml', SOURCE);
    await expect(card(page, 'tell')).toBeVisible();
    await page.keyboard.press('Control+i');
    await inspector.getByRole('button', { name: 'Add a property' }).click();
    await page.keyboard.type('urgent');
    await page.keyboard.press('Enter');
    await inspector.getByRole('combobox', { name: 'Type of urgent' }).click();
    await page.getByRole('option', { name: 'boolean' }).click();
    await inspector.getByRole('button', { name: 'urgent is optional' }).click();
    await inspector.getByRole('button', { name: 'More for urgent' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    const plan = '      plan: { type: string }\n';
    const urgent = '      urgent:\n        type: boolean\n';
    const added = SOURCE.replace('[text]', '[text, urgent]').replace(plan, urgent + plan);
    await expect.poll(() => downloadText(page)).toBe(added);

    // What reads it is told, and stays.
    const name = inspector.getByRole('textbox', { name: 'Name of property text' });
    await name.fill('body');
    await name.press('Enter');
    await expect(page.getByText('1 expression still reads workflow.input.text')).toBeVisible();
    const renamed = added.replace('[text,', '[body,').replace('      text: {', '      body: {');
    await expect.poll(() => downloadText(page)).toBe(renamed);
    await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => downloadText(page)).toBe(added);

    // Beside its text both change together; `maxLength`, which has no control, is text in both.
    await inspector.getByRole('button', { name: 'Input schema as a form with its text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Input schema' });
    await dialog.getByRole('button', { name: 'More of text' }).click();
    await expect(dialog.getByRole('textbox', { name: 'maxLength of text' })).toHaveValue('400');
    await dialog.getByRole('textbox', { name: 'Description of text' }).fill('The ticket');
    await page.keyboard.press('Tab');
    const text = dialog.getByRole('textbox', { name: 'Text of Input schema' });
    await expect(text).toHaveValue(/description: The ticket/);
    await expectNoBarrier(page, dialog);
    // Escape closes it, and gives up nothing that was typed.
    await text.fill((await text.inputValue()).replace('The ticket', 'The letter'));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => downloadText(page))
      .toBe(added.replace('maxLength: 400 }', 'maxLength: 400, description: The letter }'));
  });

  await test.step('messages of an agent are a list, and its tools are chosen, several at once', async () => {
    await importText(page, 'messages.yaml', SOURCE);
    await moveMessageUp(page, inspector);
    const moved = SOURCE.replace(SYSTEM + USER, USER + SYSTEM);
    await expect.poll(() => downloadText(page)).toBe(moved);
    await inspector.getByRole('button', { name: 'Add a message' }).click();
    await inspector.getByRole('textbox', { name: 'Text of message 3' }).fill('And {{ input.prompt }}');
    await page.keyboard.press('Escape');
    const spoken = moved.replace(
      SYSTEM,
      `${SYSTEM}          - role: user\n            content: "And {{ input.prompt }}"\n`,
    );
    await expect.poll(() => downloadText(page)).toBe(spoken);

    await inspector.getByRole('button', { name: 'Tools it may call' }).click();
    await inspector.getByRole('button', { name: 'Choose tools' }).click();
    for (const name of ['lookup', 'hash']) {
      await page.getByPlaceholder('Find a tool').fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
    }
    // Keys go on from what was chosen.
    await page.getByPlaceholder('Find a tool').fill('');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/chosen$/);
    await page.keyboard.press('Escape');
    await expect(inspector.getByRole('button', { name: 'hash', exact: true })).toBeVisible();
    await expect
      .poll(() => downloadText(page))
      .toMatch(/tools:\n {6}- id: lookup\n {6}- id: hash\n {8}use: core:hash\n/);
    await expect(page.getByRole('banner').getByRole('button', { name: /error/ })).toHaveCount(0);
    await expectNoBarrier(page, inspector);
  });

  await test.step('one key shows where the values of a task come from and who reads them', async () => {
    await importText(page, 'lines.yaml', SOURCE);
    await showLines(page);
    await expect(card(page, 'fetch')).toHaveCSS('opacity', '1');
    await inspector
      .getByRole('list', { name: 'Reads', exact: true })
      .getByRole('button', { name: 'input.body from fetch' })
      .click();
    await expect(page.getByRole('status').filter({ hasText: 'Reads no other task · read by 2 tasks' })).toBeVisible();
    await inspector.getByRole('button', { name: 'tasks.fetch.output.status in tell' }).click();
    await expect(inspector.getByRole('textbox', { name: 'message' })).toBeFocused();
    await expectNoBarrier(page, inspector);
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(card(page, 'alone')).toHaveCSS('opacity', '1');
  });
});
