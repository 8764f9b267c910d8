import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { CHAIN, command, state } from './runs.ts';
import { openTests, testsPanel } from './testsPanel.ts';

const WRONG = `workflow: chain.yaml
tests:
  - name: counts to four
    expect: { output: { n: 4 } }
`;

test('a run becomes a test that passes; one that fails says why, shows its run and is mended by keys', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await expect(card(page, 'third')).toBeVisible();

  await test.step('from a run to a test that passes in three actions', async () => {
    await startRun(page);
    await expect(state(page, /^Success in/)).toBeVisible();
    await command(page, 'Save as test');
    await expect(page.getByText(/^Saved as the test/)).toBeVisible();
    const panel = await openTests(page);
    await panel.getByRole('button', { name: 'Run all' }).click();
    await expect(panel.getByRole('status')).toHaveText('1 passed');
  });

  const panel = testsPanel(page);
  await test.step('one that failed says what was expected and what came, and shows its run', async () => {
    await importText(page, 'wrong.test.yaml', WRONG);
    await panel.getByRole('button', { name: 'Run 1 changed' }).click();
    await expect(panel.getByRole('status')).toHaveText('1 failed, 1 passed');
    const why = panel.getByRole('list', { name: 'Why “counts to four” failed' });
    await expect(why.getByRole('definition')).toHaveText(['4', '3']);
    const failed = panel.getByRole('listitem').filter({ hasText: 'counts to four' }).first();
    await showNewRun(page, () => failed.getByRole('button', { name: 'Show its run' }).click());
    await expectStatus(page, 'third', 'Success');
  });

  await test.step('its expectations are updated by keys, and the canvas shows where tests come', async () => {
    const failed = panel.getByRole('listitem').filter({ hasText: 'counts to four' }).first();
    await failed.getByRole('button', { name: 'Update expectations…' }).press('Enter');
    const preview = panel.getByRole('group', { name: 'New expectations of “counts to four”' });
    await expect(preview.getByRole('group', { name: 'Difference' })).toContainText(
      '+     expect: { output: { n: 3 } }',
    );
    await expectNoBarrier(page, panel);
    await expect(preview.getByRole('button', { name: 'Write' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toHaveText('2 passed');
    await panel.getByRole('switch', { name: 'Coverage of chain.yaml on the canvas' }).click();
    await expect(card(page, 'third').getByRole('img', { name: 'Tests come here 2 times' })).toBeVisible();
  });
});
