import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

const SIZES = `name: Sizes
tasks:
  - id: read
    type: map
    config: { mapping: { n: 6 } }
    on_success: { next: choose }
  - id: choose
    name: Large or small
    type: decision
    config: { condition: "{{ tasks.read.output.n > 4 }}", routes: { true: large } }
    on_success: { next: small }
  - { id: large, type: map, config: { mapping: { word: large } } }
  - { id: small, type: map, config: { mapping: { word: small } } }
`;

test('an edit says what it would have changed in the last run, which can be continued on the new text', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'sizes.yaml', SIZES);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const chip = page.getByRole('button', { name: /^What the edit changes/ });
  await expect(chip).toHaveCount(0);
  await card(page, 'large').click();
  await page.keyboard.press('Delete');
  await expect(chip).toHaveAccessibleName(/: 1 on another path$/);
  await chip.click();
  const dialog = page.getByRole('dialog', { name: 'The last runs on the text as it is now' });
  const other = dialog.getByRole('region', { name: 'Take another path' });
  await expect(other.getByRole('listitem')).toContainText('choose: output');
  await expectNoBarrier(page, dialog);
  await showNewRun(page, () => other.getByRole('button', { name: /^Continue the run/ }).click());
  await expect(page.getByText('“Large or small” is the first step that differs')).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Resume' }).click();
  await expectStatus(page, 'small', 'Success');
});
