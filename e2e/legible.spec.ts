import { card, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { cutNames, expectBesideInspector, expectCleared, inspector, openDraft, zoom } from './legible.ts';
import { drawer } from './runs.ts';

test('a workflow opens so that it can be read, beside its inspector too, and so does its run, until an edit or Clear run', async ({
  page,
}) => {
  await openApp(page);

  await test.step('no name is cut, and a card that the inspector would cover comes out beside it', async () => {
    await expect.poll(() => zoom(page)).toBeGreaterThanOrEqual(85);
    expect(await cutNames(page)).toEqual([]);
    await expect(inspector(page)).toHaveCount(0);
    await expectBesideInspector(page);
    await page.keyboard.press('Escape');
    await expect(inspector(page)).toHaveCount(0);
  });

  await test.step('a card says what came of it in one line, and a click leads to the whole', async () => {
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(card(page, 'route').getByRole('button', { name: 'technical' })).toBeVisible();
    expect(await cutNames(page)).toEqual([]);
    await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
    await openDraft(page);
    await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  });

  await test.step('what a run painted goes with an edit of that task, and as a whole with Clear run', async () => {
    await expectCleared(page);
  });
});
