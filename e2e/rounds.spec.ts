import { card, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { POLL, round, rounds, runLoop, unfold } from './rounds.ts';
import { drawer } from './runs.ts';

test('the rounds of a loop are one row, which is unfolded by what leads to a round and by keys', async ({ page }) => {
  await openApp(page);
  await runLoop(page, 'polls.yaml', { count: 20, failing: [7, 15] });
  const poll = rounds(page, POLL, 20);

  await test.step('the rounds are one row and one number on the card', async () => {
    const rows = drawer(page).getByRole('list', { name: 'Steps of the run' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expect(poll).toHaveAccessibleName(/^Ask the shop.*, ran 20 times, error, 2 failed/);
    await expect(card(page, 'poll').getByRole('img', { name: 'Ran 20 times, 2 failed' })).toHaveText('×20');
  });

  await test.step('what leads to a round unfolds them, and keys fold and unfold them', async () => {
    await page.keyboard.press('e');
    await expect(round(page, 7)).toBeInViewport();
    await expect(round(page, 7)).toHaveAttribute('aria-pressed', 'true');
    await round(page, 7).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(poll).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(round(page, 1)).toBeFocused();
  });

  await test.step('the row leads to the round that failed first', async () => {
    await poll.click();
    await expect(card(page, 'poll')).toHaveClass(/selected/);
    await expect(drawer(page).getByRole('region', { name: /^Step Ask the shop/ })).toContainText('EXPRESSION_ERROR');
  });
});
