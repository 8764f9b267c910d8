import { card, downloadText, edge, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { addByKeys } from './newcomer.ts';
import { bar, command, drawer } from './runs.ts';

test('a newcomer builds an approval on the canvas alone, runs it, and repairs it by a quick fix once it is broken', async ({
  page,
}) => {
  await openApp(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const set = async (field: string, value: string): Promise<void> => {
    const input = inspector.getByRole('textbox', { name: field, exact: true }).first();
    await input.fill(value);
    await input.press('Tab');
  };
  const dialog = page.getByRole('dialog');

  await test.step('tasks are added by keys at the end of the chain', async () => {
    await command(page, 'New workflow');
    await card(page, 'first').click();
    await inspector.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'decision' }).click();
    await set('Condition', '{{ workflow.input.amount > 200 }}');
    for (const word of ['wait', 'log']) {
      await page.locator('.react-flow__pane').click({ position: { x: 300, y: 600 } });
      await addByKeys(page, word);
      await expect(card(page, word)).toBeVisible();
      if (word === 'wait') await set('Signal', 'approval');
    }
    await expect(edge(page, 'From first, true, to wait')).toBeAttached();
    await expect(edge(page, 'From wait, success, to log')).toBeAttached();
  });
  const built = await downloadText(page);

  await test.step('it runs, and goes on with the answer', async () => {
    await bar(page).getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('textbox', { name: /as JSON/ }).fill('{"amount": 640}');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await drawer(page).getByRole('button', { name: 'Answer…' }).click();
    await drawer(page).getByRole('button', { name: 'Send signal' }).click();
    await expect(drawer(page).getByText(/^Success in/)).toBeVisible();
  });

  await test.step('an error is found and repaired by its quick fix', async () => {
    await importText(page, 'broken.yaml', built.replace('next: log', 'next: lag'));
    await bar(page)
      .getByRole('button', { name: /1 error/ })
      .click();
    await page.getByRole('button', { name: 'Change to log' }).click();
    await expect(bar(page).getByRole('button', { name: /1 error/ })).toHaveCount(0);
    expect(await downloadText(page)).toBe(built);
  });

  await test.step('the question of trust has its focus on the safe answer', async () => {
    await bar(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
});
