import { card, downloadText, openApp, showSplit } from './app.ts';
import { expect, test } from './fixtures.ts';
import { completeConfig, openSource, SOURCE, sourceEditor, suggestions } from './source.ts';

test('the editor explains, completes values and expressions, and brings back what was just removed', async ({
  page,
}) => {
  await openApp(page);
  await showSplit(page);

  await test.step('a hover says what a key means', async () => {
    await openSource(page, 'hover.yaml');
    await page
      .locator('.view-line span span')
      .filter({ hasText: /^type$/ })
      .first()
      .hover();
    await expect(page.locator('.monaco-hover').getByText('What kind of step this is.')).toBeVisible();
  });

  await test.step('keys and values are completed from the schema of this type of task', async () => {
    await openSource(page, 'keys.yaml');
    await completeConfig(page);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).first()).toHaveAttribute('aria-label', /^condition, expression/);
    await expect(suggestions(page).filter({ hasText: 'max_checks' })).toBeVisible();
    await expect(suggestions(page).filter({ hasText: 'batch_size' })).toHaveCount(0);
  });

  await test.step('expressions are completed by what can be referred to', async () => {
    await openSource(page, 'expressions.yaml');
    await page.keyboard.type('    with:\nq: "{{ tasks.');
    await expect(suggestions(page).first()).toHaveAttribute('aria-label', /^a, A · basic/);
  });

  await test.step('spaces are typed while a card is selected, line ends are kept, and what was just removed comes back', async () => {
    await openSource(page, 'spaces.yaml');
    await page.keyboard.type('    name: with some spaces');
    const typed = `${SOURCE}    name: with some spaces`;
    expect(await downloadText(page)).toBe(typed);
    await sourceEditor(page).focus();
    await page.keyboard.type('!');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(page.getByText('What comes first?')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(card(page, 'a')).toBeVisible();
    expect(await downloadText(page)).toBe(`${typed}!`);
  });

  await test.step('steps from the canvas, the inspector and the text are undone in order to the first byte, and done again', async () => {
    await openSource(page, 'steps.yaml');
    await page.keyboard.type('    # typed');
    await card(page, 'a').click();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(card(page, 'a-2')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+i');
    const name = page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Copy');
    await name.press('Enter');
    const editor = sourceEditor(page);
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('# top\n');
    const last = await downloadText(page);
    expect(last.replaceAll('\r\n', '')).not.toContain('\n');

    let steps = 0;
    for (; steps < 20 && (await downloadText(page)) !== SOURCE; steps += 1) {
      if (steps % 2 === 0) await editor.focus();
      else await card(page, 'b').focus();
      await page.keyboard.press('ControlOrMeta+z');
    }
    expect(await downloadText(page)).toBe(SOURCE);
    for (; steps > 0; steps -= 1) {
      await editor.focus();
      await page.keyboard.press('ControlOrMeta+Shift+z');
    }
    expect(await downloadText(page)).toBe(last);
  });

  await test.step('what is wrong with the text can be read beside a narrow canvas too', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openSource(page, 'narrow.yaml');
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
    await sourceEditor(page).focus();
    await page.keyboard.type('  bad: x');
    const notice = page.getByRole('status').filter({ hasText: 'The YAML cannot be read at line 7.' });
    await expect(notice).toBeVisible();
    const box = await notice.boundingBox();
    expect(box?.width).toBeGreaterThan(250);
    expect(box?.height).toBeLessThan(250);
  });
});
