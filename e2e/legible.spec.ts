import { card, expectStatus, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { cutNames, inspector, zoom } from './legible.ts';
import { bar, drawer } from './runs.ts';

test('a workflow opens so that it can be read, beside its inspector too, and so does its run, until an edit or Clear run', async ({
  page,
}) => {
  await openApp(page);

  await test.step('no name is cut, and a card that the inspector would cover comes out beside it', async () => {
    await expect.poll(() => zoom(page)).toBeGreaterThanOrEqual(85);
    expect(await cutNames(page)).toEqual([]);
    await expect(inspector(page)).toHaveCount(0);
    await card(page, 'note_reply').click();
    await expect(inspector(page)).toBeVisible();
    const pane = await inspector(page).boundingBox();
    await expect
      .poll(async () => {
        const box = await card(page, 'note_reply').boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 0);
      })
      .toBeLessThan(pane?.x ?? 0);
    await page.keyboard.press('Escape');
    await expect(inspector(page)).toHaveCount(0);
  });

  await test.step('a card says what came of it in one line, and a click leads to the whole', async () => {
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(card(page, 'route').getByRole('button', { name: 'technical' })).toBeVisible();
    expect(await cutNames(page)).toEqual([]);
    await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
    await card(page, 'draft')
      .getByRole('button', { name: /^Your exports/ })
      .click();
    const step = page.getByRole('region', { name: 'Step Draft reply' });
    await expect(step.getByRole('treeitem', { name: /^body:/ })).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  });

  await test.step('what a run painted goes with an edit of that task, and as a whole with Clear run', async () => {
    const pill = page.getByRole('group', { name: 'Run on the canvas' });
    await expect(pill).toContainText(/^Success in/);
    await card(page, 'draft').getByText('Draft reply').click();
    const name = inspector(page).getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Write reply');
    await name.press('Enter');
    await expect(card(page, 'draft')).toContainText('changed');
    await expect(card(page, 'draft').getByRole('img', { name: 'Success' })).toHaveCount(0);
    await expectStatus(page, 'classify', 'Success');
    await expect(pill).toContainText('1 changed since');
    await bar(page).getByRole('button', { name: 'Undo' }).click();
    await expectStatus(page, 'draft', 'Success');
    await pill.getByRole('button', { name: 'Clear run' }).click();
    await expect(pill).toHaveCount(0);
    await expect(card(page, 'classify').getByRole('img', { name: 'Success' })).toHaveCount(0);
  });
});
