import { card, expectStatus, importText, showNewRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openChain } from './runs.ts';
import { saveAsFirstTest, testsPanel, updateByKeys } from './testsPanel.ts';

const WRONG = `workflow: chain.yaml
tests:
  - name: counts to four
    expect: { output: { n: 4 } }
`;

test('a run becomes a test that passes; one that fails says why, shows its run and is mended by keys', async ({
  page,
}) => {
  await openChain(page);

  await test.step('from a run to a test that passes in one action, with the workflow still on screen', async () => {
    await saveAsFirstTest(page);
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
    await updateByKeys(page, '+     expect: { output: { n: 3 } }');
    await expect(panel.getByRole('status')).toHaveText('2 passed');
    await panel.getByRole('switch', { name: 'Coverage of chain.yaml on the canvas' }).click();
    await expect(card(page, 'third').getByRole('img', { name: 'Tests reach this 2 times' })).toBeVisible();
  });
});
