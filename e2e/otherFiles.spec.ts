import { downloadText, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { CONFIG, completeSecond, editAsText, renameSecond, saveAsTest, TWO } from './otherFiles.ts';

test('a run becomes a test, which is completed and follows its tasks; neither it nor what configures a server runs', async ({
  page,
}) => {
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await openApp(page);
  await importText(page, 'two.yaml', TWO);

  await test.step('a run becomes a test beside its workflow', async () => {
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await saveAsTest(page, 'two.test.yaml');
    await expect(run).toBeDisabled();
    await expect(page.getByRole('button', { name: /error/ })).toBeHidden();
  });

  const saved = await downloadText(page);
  expect(saved).toContain('\n      path: {exactly: [first, second]}\n');

  await test.step('it is completed from its workflow, and a task that is renamed in it is renamed in both', async () => {
    const editor = await editAsText(page);
    // The editor closes a bracket once it knows the language.
    await page.keyboard.type('      never: []');
    await page.keyboard.press('ArrowLeft');
    const written = await completeSecond(page);
    expect(written).toBe(`${saved}      never: [second]`);
    await renameSecond(page, editor, written);
  });

  await test.step('what configures a server is checked as that, and does not run', async () => {
    await importText(page, 'signalbox.serve.yaml', `${CONFIG}queue\n`);
    await expect(page.getByText('What the server does by itself')).toBeVisible();
    await expect(run).toBeDisabled();
    await page.getByRole('button', { name: /1 error/ }).click();
    await expect(page.getByText('there is no file order.yaml in the folder')).toBeVisible();
  });
});
