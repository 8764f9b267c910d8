import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { command } from './runs.ts';
import { nameFirst, SOURCE } from './twoTasks.ts';

const NAMED = SOURCE.replace('  - id: a\n', '  - id: a\n    name: Alpha\n');

test('a version is kept under a name, compared with the current text, restored in one step and undone', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'flow.yaml', SOURCE);
  await command(page, 'Name this version…');
  const panel = page.getByRole('region', { name: 'Versions' });
  await panel.getByRole('textbox', { name: 'Name of this version' }).fill('Before the names');
  await page.keyboard.press('Enter');
  const list = panel.getByRole('list', { name: 'Versions of flow.yaml' });
  // The text that came in is the one that was named.
  await expect(list.getByRole('listitem')).toHaveText([/^Before the names/]);
  await expectNoBarrier(page, panel);

  await nameFirst(page, 'Alpha');
  await list.getByRole('button', { name: /^Compare “Before the names”/ }).click();
  const screen = page.getByRole('dialog', { name: 'Version of flow.yaml next to the current text' });
  await expect(screen.getByText('Difference 1 of 1')).toBeVisible();
  await expect(screen.getByRole('list', { name: 'Changes' })).toContainText('Alpha');
  await expectNoBarrier(page, screen.getByRole('complementary', { name: 'What changed since' }));
  await screen.getByRole('button', { name: 'Restore this version' }).click();
  await expect(screen).toBeHidden();
  await expect(card(page, 'a')).not.toContainText('Alpha');
  expect(await downloadText(page)).toBe(SOURCE);

  await page.keyboard.press('ControlOrMeta+z');
  expect(await downloadText(page)).toBe(NAMED);
  await expect(list.getByRole('listitem')).toHaveText([/^Restored/, /^As it was here/, /^Before the names/]);
});
