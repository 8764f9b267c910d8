import { expectNoBarrier } from './access.ts';
import { card, expectSaved, importText, openApp, runBadge, showSplit } from './app.ts';
import { cardIn, compareInHistory, comparison, differences, ORDERS, runTwice, runWith } from './compareRuns.ts';
import { expect, test } from './fixtures.ts';
import { command, exportAndImport } from './runs.ts';

test('two runs of a file are compared by pointer and keys, on any window, imported ones too', async ({ page }) => {
  await runTwice(page);
  const view = comparison(page);

  await test.step('they are compared on the graph, in a list and side by side', async () => {
    await compareInHistory(page);

    await expect(
      view.getByText('4 tasks differ, 1 ran only in the newer run and 1 ran only in the older run.'),
    ).toBeVisible();
    const ship = cardIn(page, 'ship');
    await expect(ship).toHaveAccessibleName(/in the older run success in .*, in the newer run skipped, only older$/);
    await expect(ship.getByText('Only older')).toBeVisible();
    await expect(cardIn(page, 'ask').getByText('Only newer')).toBeVisible();
    await expect(cardIn(page, 'price')).toHaveAccessibleName(/3 times, .*2 times, differs: output.*how often it ran/);
    await expect(view.getByRole('img', { name: /^From choose, .*to ask, only newer$/ })).toBeAttached();

    await cardIn(page, 'read').click();
    const sides = view.getByRole('region', { name: 'Both sides of Read the order' });
    const changes = sides.getByRole('list', { name: 'Changes' });
    await expect(changes.getByRole('listitem')).toHaveCount(2);
    await expect(changes).toContainText('.kind"small" → "large"');
    await expect(changes.locator('del')).toHaveText(['"small"', 'small']);
    await expect(changes.locator('ins')).toHaveText(['"large"', 'large']);
    await expect(sides.getByRole('region', { name: 'Older' }).getByRole('tree')).toContainText('shop');
    await sides.getByRole('tab', { name: 'Input' }).click();
    await expect(changes).toContainText('.count3 → 2');

    await differences(page)
      .getByRole('button', { name: /^Price the items/ })
      .click();
    await differences(page)
      .getByRole('button', { name: /^price / })
      .click();
    const price = view.getByRole('region', { name: 'Both sides of price' });
    await expect(price.getByText('2 of 3')).toBeVisible();
    await expect(price.getByRole('list', { name: 'Changes' })).toContainText('.price1 → 10');
    await price.getByRole('button', { name: 'Next time it ran', exact: true }).click();
    await expect(price.getByRole('region', { name: 'Newer' })).toContainText('It did not run.');

    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(page.getByRole('region', { name: 'Runs' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^More for the run/ }).nth(1)).toBeFocused();
  });

  await test.step('keys lead from difference to difference, and Escape back to where one was', async () => {
    await command(page, 'Compare the run with another');
    const choice = page.getByRole('dialog', { name: 'Compare with another run' });
    await expect(choice.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(view.getByText('6 differences')).toBeVisible();

    const current = differences(page).locator('[aria-current]');
    await expect(current).toHaveText(/^The whole run/);
    await page.keyboard.press('n');
    await expect(current).toHaveText(/^Read the order/);
    await expect(view.getByRole('status').filter({ hasText: '1 of 6' })).toContainText(
      'Read the order, in the older run',
    );
    await page.keyboard.press('n');
    await expect(current).toHaveText(/^Price the items/);
    await page.keyboard.press('Shift+N');
    await page.keyboard.press('Shift+N');
    await expect(current).toHaveText(/^Ship at once/);
    await current.focus();
    await page.keyboard.press('ArrowUp');
    await expect(current).toHaveText(/^Ask a person/);
    await expect(current).toBeFocused();

    const hidden = page.locator('.react-flow__viewport').first();
    const place = await hidden.getAttribute('style');
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(runBadge(page)).toBeVisible();
    await expect(card(page, 'read')).toBeVisible();
    expect(await hidden.getAttribute('style')).toBe(place);
  });

  await test.step('the comparison is open to all, on a large window and on a phone', async () => {
    await command(page, 'Compare the run with another');
    await expect(page.getByRole('dialog', { name: 'Compare with another run' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(view.getByText('6 differences')).toBeVisible();
    await expectNoBarrier(page, view);
    await page.keyboard.press('n');
    await expectNoBarrier(page, view);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoBarrier(page, view);
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await expect(view).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a run that was exported and imported is compared as any other', async () => {
    const history = page.getByRole('region', { name: 'Runs' });
    const older = history.getByRole('listitem').nth(1);
    await older.hover();
    await older.getByRole('button', { name: /^More for the run/ }).click();
    await exportAndImport(page, history);
    await expect(history.getByRole('listitem')).toHaveCount(3);
    await command(page, 'Compare the run with another');
    const choice = page.getByRole('dialog', { name: 'Compare with another run' });
    await expect(choice.getByRole('option')).toHaveCount(2);
    await choice.getByRole('option').last().click();
    await expect(view.getByText('Every task did the same in both runs.')).toBeVisible();
    await expect(view.getByText(/imported/)).toBeVisible();
  });
});

test('runs of a workflow that was changed in between say so, and show what only one of them has', async ({ page }) => {
  await openApp(page);
  await importText(page, 'orders.yaml', ORDERS);
  await runWith(page, 'small');
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    ORDERS.replace('shipped: true', 'shipped: false')
      .replaceAll('id: ask', 'id: refer')
      .replace('next: ask', 'next: refer'),
  );
  await page.keyboard.press('ControlOrMeta+V');
  await expectSaved(page);
  await page.getByRole('radio', { name: 'Design' }).click();
  await runWith(page, 'small');
  await compareInHistory(page);
  const view = comparison(page);
  await expect(view.getByText(/The workflow was changed between these runs/)).toBeVisible();
  await expect(cardIn(page, 'ask')).toHaveAccessibleName(/in the newer run not in the workflow/);
  await expect(cardIn(page, 'refer')).toHaveAccessibleName(/in the older run not in the workflow/);
  await differences(page)
    .getByRole('button', { name: /^Ship at once/ })
    .click();
  const sides = view.getByRole('region', { name: 'Both sides of Ship at once' });
  await expect(sides.getByRole('list', { name: 'Changes' })).toContainText('.shippedtrue → false');
  await sides.getByRole('tab', { name: /^YAML/ }).click();
  await expect(sides.locator('ins')).toHaveText(['config: { mapping: { shipped: false } }']);
});
