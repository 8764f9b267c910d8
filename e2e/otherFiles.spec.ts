import { card, downloadText, importText, openApp, openFile, runBadge, showSplit, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { CONFIG, TWO } from './otherFiles.ts';

test('a run becomes a test, which is completed and follows its tasks; neither it nor what configures a server runs', async ({
  page,
}) => {
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await openApp(page);
  await importText(page, 'two.yaml', TWO);

  await test.step('a run becomes a test beside its workflow', async () => {
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByPlaceholder(/^Type an action/)).toBeFocused();
    await page.keyboard.type('save as test');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Tests of a workflow')).toBeVisible();
    await expect(run).toBeDisabled();
    await expect(page.getByRole('button', { name: /error/ })).toBeHidden();
  });

  const saved = await downloadText(page);
  expect(saved).toContain('\n      path:\n        - first\n        - second\n');

  await test.step('it is completed from its workflow, and a task that is renamed in it is renamed in both', async () => {
    await page.getByRole('button', { name: 'Edit it as text' }).click();
    const editor = await showSplit(page);
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('      never: [');
    await page.keyboard.press('ControlOrMeta+Space');
    await expect(page.locator('.suggest-widget.visible .monaco-list-row')).toHaveText([/first/, /second/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const written = await downloadText(page);
    expect(written).toBe(`${saved}      never: [second]`);

    await editor.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F12');
    await expect(page.getByRole('region', { name: 'Source' })).toContainText('two.yaml');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name of the task' }).fill('last');
    await page.keyboard.press('Enter');
    await expect(card(page, 'last')).toBeVisible();
    expect(await downloadText(page)).toBe(TWO.replaceAll('second', 'last'));
    await openFile(page, 'two.test.yaml');
    expect(await downloadText(page)).toBe(written.replaceAll('second', 'last'));
  });

  await test.step('what configures a server is checked as that, and does not run', async () => {
    await importText(page, 'signalbox.serve.yaml', `${CONFIG}queue\n`);
    await expect(page.getByText('What the server does by itself')).toBeVisible();
    await expect(run).toBeDisabled();
    await page.getByRole('button', { name: /1 error/ }).click();
    await expect(page.getByText('there is no file order.yaml in the folder')).toBeVisible();
  });
});
