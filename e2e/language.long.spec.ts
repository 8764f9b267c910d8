import { downloadText, importText, openFile, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { clickOn, colorVariable, completeTask, MAIN, openBoth, SHARED, suggestions, undoRename } from './language.ts';

/** Opens the text of {@link MAIN} under another name, as it was. */
async function openAnew(page: Page, name: string): Promise<void> {
  await importText(page, name, MAIN);
  await expect(page.getByRole('region', { name: 'Source' })).toContainText(name);
  await expect(page.locator('.view-line').filter({ hasText: '# What this' })).toBeVisible();
}

test('names are coloured, folded, found and renamed over all files', async ({ page }) => {
  await openBoth(page);

  await test.step('the parts of a template have colours of their own, and what is not there is red', async () => {
    const colorOf = (text: string): Promise<string> =>
      page
        .locator('.view-line span span')
        .filter({ hasText: new RegExp(`^${text}$`) })
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    await expect.poll(() => colorOf('nothing')).toBe(await colorVariable(page, '--error'));
    // Lines are drawn anew once the colours are known.
    await expect.poll(() => colorOf('upper')).toBe(await colorVariable(page, '--tool'));
  });

  await test.step('what cannot be renamed says why', async () => {
    await clickOn(page, 'type: basic');
    await page.keyboard.press('F2');
    await expect(page.locator('.monaco-editor-overlaymessage')).toContainText('Nothing here can be renamed');
  });

  await test.step('a rename goes over all files that name it and is one undo step', async () => {
    await clickOn(page, 'use: agent:writer');
    await page.keyboard.press('F2');
    await expect(page.getByText('it keeps its name in shared.yaml')).toBeVisible();
    await page.keyboard.press('Escape');
    await clickOn(page, './shared.yaml#writer');
    await page.keyboard.press('F2');
    // What is typed right away belongs into the box.
    await page.keyboard.type('end');
    const box = page.getByRole('textbox', { name: 'New name of the agent' });
    await expect(box).toHaveValue('end');
    await expect(page.getByText('The id “end” means the end of a branch.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(box).toBeFocused();
    await box.fill('author');
    await page.keyboard.press('Enter');
    const renamed = await downloadText(page);
    expect(renamed).toBe(MAIN.replace('#writer', '#author').replace('agent:writer', 'agent:author'));
    await undoRename(page);
    await openFile(page, 'shared.yaml');
    expect(await downloadText(page)).toBe(SHARED);
  });

  await openFile(page, 'main.yaml');
  await expect(page.locator('.view-line').filter({ hasText: 'use: agent:writer' })).toBeVisible();
  await test.step('definitions are gone to and references listed, in other files too', async () => {
    await clickOn(page, 'use: agent:writer');
    await page.keyboard.press('Shift+F12');
    const peek = page.locator('.peekview-widget');
    await expect(peek).toContainText('References (3)');
    await expect(peek.locator('.reference-file')).toContainText(['main.yaml', 'shared.yaml']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('F12');
    await expect(page.getByRole('region', { name: 'Source' })).toContainText('shared.yaml');
    await page.keyboard.type('x');
    expect(await downloadText(page)).toBe(SHARED.replace('id: writer', 'id: xwriter'));
  });

  await openAnew(page, 'folded.yaml');
  await test.step('a task folds with the comments above it', async () => {
    const editor = page.getByRole('textbox', { name: /YAML/ });
    await editor.focus();
    const lines = page.locator('.view-line');
    await expect(lines).toHaveCount(MAIN.split('\n').length);
    await clickOn(page, '# What this');
    await page.keyboard.press('ControlOrMeta+Shift+BracketLeft');
    await expect(lines).toHaveCount(MAIN.split('\n').length - 1);
    await clickOn(page, '- id: ask');
    await page.keyboard.press('ControlOrMeta+Shift+BracketLeft');
    await expect(lines).toHaveCount(MAIN.split('\n').length - 6);
  });
});

test('text is completed and explained from all files and from the last run', async ({ page }) => {
  await openBoth(page);

  await test.step('new parts carry what is required, and a call says its parameters', async () => {
    await completeTask(page);
    await clickOn(page, 'check_interval');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('with: { a: "{{ slice(tasks.ask.output.topic, ');
    await expect(page.locator('.parameter-hints-widget .parameter.active')).toHaveText('from');
  });

  await page.keyboard.press('Escape');
  await openAnew(page, 'imports.yaml');
  await test.step('imports are completed by the files there are, and what they bring is known', async () => {
    await clickOn(page, './shared.yaml#writer');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.type('- import: ./sh');
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).first()).toHaveAttribute('aria-label', /^\.\/shared\.yaml#writer/);
    await page.keyboard.press('Enter');
    await expect(page.locator('.view-line').filter({ hasText: './shared.yaml#writer' })).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+z');
    await clickOn(page, 'use: agent:writer');
    await page.keyboard.press('Enter');
    await page.keyboard.type('action: ');
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).first()).toHaveAttribute('aria-label', /^write, of writer/);
  });

  await page.keyboard.press('Escape');
  await openAnew(page, 'hover.yaml');
  await test.step('a hover shows what a reference held in the last run', async () => {
    await clickOn(page, 'about:');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('about: "{{ tasks.ask.output.topic }}"');
    await startRun(page);
    await expect(runBadge(page)).toContainText('Success');
    const reference = page
      .locator('.view-line span span')
      .filter({ hasText: /^topic$/ })
      .last();
    // A line that moves under the pointer closes its hover.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await reference.hover();
      await expect(page.locator('.monaco-hover', { hasText: 'trains' })).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
  });
});
