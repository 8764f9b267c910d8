import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { command, drawer } from './runs.ts';

/** A loop of 300 rounds, of which two fail and are handled. */
const LOOP = `name: Polls
tasks:
  - id: count
    type: basic
    with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }
    on_success: { next: poll }
  - id: poll
    name: Ask the shop for its new orders
    type: map
    with: { n: "{{ tasks.count.output.n == 70 || tasks.count.output.n == 200 ? 'many' : tasks.count.output.n }}", mark: "round-{{ tasks.count.output.n }}" }
    config: { mapping: { twice: "{{ input.n * 2 }}" } }
    on_success: { next: again }
    on_error: { next: again }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < 300 }}", routes: { true: count }, default: { next: end } }
`;

/** The rounds of a task as one row. */
function rounds(page: Page, name: string): Locator {
  return drawer(page).getByRole('button', { name: new RegExp(`^${name}, ran 300 times`) });
}

function round(page: Page, number: number): Locator {
  return drawer(page).getByRole('button', { name: new RegExp(`^Ask the shop.*, round ${number}(,|$)`) });
}

async function runLoop(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'polls.yaml', LOOP);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await drawer(page).getByRole('tab', { name: 'Timeline' }).click();
}

test('the rounds of a loop are one row and one number on the card, and what leads to a round unfolds them', async ({
  page,
}) => {
  await runLoop(page);
  const rows = drawer(page).getByRole('list', { name: 'Steps of the run' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const poll = rounds(page, 'Ask the shop for its new orders');
  await expect(poll).toHaveAccessibleName(/^Ask the shop.*, ran 300 times, error, 2 failed/);
  await expect(poll).toHaveAttribute('aria-expanded', 'false');

  // The card says the worst, how often, and how many failed, with its name whole.
  await expectStatus(page, 'poll', 'Error');
  await expect(card(page, 'poll').getByRole('img', { name: 'Ran 300 times, 2 failed' })).toHaveText('×300');
  await expect(card(page, 'poll').getByRole('button', { name: /^2 failed\. First: / })).toBeVisible();
  await expect(card(page, 'count').getByRole('img', { name: 'Ran 300 times', exact: true })).toHaveText('×300');
  await expectNoBarrier(page);

  // The next failed step is unfolded, wherever it is, and the address leads there.
  await page.keyboard.press('e');
  await expect(round(page, 70)).toBeInViewport();
  await expect(round(page, 70)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('e');
  await expect(round(page, 200)).toBeInViewport();
  await expectNoBarrier(page);
  await page.reload();
  await expect(round(page, 200)).toBeInViewport();

  // What is found is, too.
  await command(page, 'Search in the run');
  const field = drawer(page).getByRole('searchbox', { name: 'Search in the run' });
  await field.fill('round-123');
  await expect(drawer(page).getByRole('group', { name: 'Hit' })).toBeVisible();
  await field.press('Enter');
  await expect(round(page, 123)).toBeInViewport();
  // And so is what the card tells of.
  await card(page, 'count').click();
  await expect(drawer(page).getByRole('button', { name: /^count, success, round 300/ })).toBeInViewport();
  await expect(poll).toHaveAttribute('aria-expanded', 'false');
});

test('rounds are unfolded, walked along and folded by keys', async ({ page }) => {
  await runLoop(page);
  const poll = rounds(page, 'Ask the shop for its new orders');
  await rounds(page, 'count').focus();
  await page.keyboard.press('ArrowDown');
  await expect(poll).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(poll).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(round(page, 1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rounds(page, 'again')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(round(page, 300)).toBeFocused();
  // Chosen, and folded away: the step stays beside the timeline.
  await page.keyboard.press('Enter');
  const step = drawer(page).getByRole('region', { name: /^Step Ask the shop/ });
  await expect(step).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(poll).toBeFocused();
  await expect(poll).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await expect(poll).toHaveAttribute('aria-expanded', 'false');
  await expect(poll).toBeFocused();
  await expect(step).toBeVisible();
  await page.keyboard.press('Home');
  await expect(rounds(page, 'count')).toBeFocused();
});

test('on a phone the rounds say how many they are, and are unfolded by a tap', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await runLoop(page);
  const poll = rounds(page, 'Ask the shop for its new orders');
  await expect(poll.getByText('×300')).toBeVisible();
  await expect(poll.getByText('2 failed').filter({ visible: true })).toHaveCount(1);
  await poll.click();
  await expect(round(page, 1).getByText('1', { exact: true })).toBeVisible();
  await expectNoBarrier(page);
});
