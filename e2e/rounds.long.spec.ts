import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, openOptions, openRunForm, runBadge, trustFile } from './app.ts';
import { expect, test } from './fixtures.ts';
import { POLL, round, rounds, runLoop, unfold } from './rounds.ts';
import { command, drawer } from './runs.ts';

const LOOP = { count: 300, failing: [70, 200] } as const;

test('the rounds of a loop are one row, which is unfolded by what leads to a round, by keys and by a tap', async ({
  page,
}) => {
  await test.step('the rounds are one row and one number on the card, and what leads to a round unfolds them', async () => {
    await openApp(page);
    await runLoop(page, 'polls.yaml', LOOP);
    const rows = drawer(page).getByRole('list', { name: 'Steps of the run' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    const poll = rounds(page, POLL);
    await expect(poll).toHaveAccessibleName(/^Ask the shop.*, ran 300 times, error, 2 failed/);
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'false');

    // The card says the worst, how often, and how many failed, with its name whole.
    await expectStatus(page, 'poll', 'Handled error');
    await expect(card(page, 'poll').getByRole('img', { name: 'Ran 300 times, 2 failed' })).toHaveText('×300');
    await expect(card(page, 'poll').getByRole('button', { name: /^2 failed\. First: / })).toBeVisible();
    await expect(card(page, 'count').getByRole('img', { name: 'Ran 300 times', exact: true })).toHaveText('×300');
    await expectNoBarrier(page, page.getByRole('application', { name: 'Workflow canvas' }));

    // The next failed step is unfolded, wherever it is, and the address leads there.
    await page.keyboard.press('e');
    await expect(round(page, 70)).toBeInViewport();
    await expect(round(page, 70)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('e');
    await expect(round(page, 200)).toBeInViewport();
    await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
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
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'false');
  });
  await test.step('the row of rounds leads to the round that failed first, else to the last, and stays folded', async () => {
    const poll = rounds(page, POLL);
    await poll.click();
    await expect(poll).toHaveAttribute('aria-pressed', 'true');
    await expect(card(page, 'poll')).toHaveClass(/selected/);
    const step = drawer(page).getByRole('region', { name: /^Step Ask the shop/ });
    await expect(step).toContainText('EXPRESSION_ERROR');
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'false');
    await expectNoBarrier(page, step);

    await rounds(page, 'count').click();
    await expect(poll).toHaveAttribute('aria-pressed', 'false');
    await expect(card(page, 'count')).toHaveClass(/selected/);
    await expect(drawer(page).getByRole('region', { name: 'Step count' })).toContainText('300');

    // Unfolded, the row leads there as well, and stays in view and open.
    await unfold(page, POLL).click();
    await poll.press('Enter');
    await expect(poll).toBeFocused();
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'true');
    await expect(poll).toHaveAttribute('aria-pressed', 'false');
    // What leads to the round itself shows it.
    await page.keyboard.press('e');
    await expect(round(page, 200)).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('rounds are unfolded, walked along and folded by keys', async () => {
    const poll = rounds(page, POLL);
    // What the steps before unfolded is folded from within.
    await round(page, 200).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(poll).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'false');
    for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(rounds(page, 'count')).toBeFocused();
    await expect(unfold(page, 'count')).toHaveAttribute('aria-expanded', 'false');
    await rounds(page, 'count').focus();
    await page.keyboard.press('ArrowDown');
    await expect(poll).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'true');
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
    await expect(unfold(page, POLL)).toHaveAttribute('aria-expanded', 'false');
    await expect(poll).toBeFocused();
    await expect(poll).toHaveAttribute('aria-pressed', 'true');
    await expect(step).toBeVisible();
    await page.keyboard.press('Home');
    await expect(rounds(page, 'count')).toBeFocused();
  });
  await test.step('on a phone the rounds say how many they are, and are unfolded by a tap', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await runLoop(page, 'phone.yaml', LOOP);
    const poll = rounds(page, POLL);
    await expect(poll.getByText('×300')).toBeVisible();
    await expect(poll.getByText('2 failed').filter({ visible: true })).toHaveCount(1);
    await unfold(page, POLL).click();
    await expect(round(page, 1).getByText('1', { exact: true })).toBeVisible();
    await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
  });
});

/** 200 rounds of two waits of a second each, which take turns. */
const TURNS = `name: Turns
tasks:
  - id: count
    type: basic
    with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }
    on_success: { next: tick }
  - { id: tick, type: wait, config: { timeout: 1s, check_interval: 1s }, on_success: { next: tock } }
  - { id: tock, type: wait, config: { timeout: 1s, check_interval: 1s }, on_success: { next: again } }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < 200 }}", routes: { true: count }, default: { next: end } }
`;

test('the bars of rounds are drawn each for itself once the time is zoomed so near', async ({ page }) => {
  await openApp(page);
  await importText(page, 'turns.yaml', TURNS);
  await openRunForm(page);
  await trustFile(page);
  await openOptions(page);
  await page.getByRole('dialog').getByRole('switch', { name: 'Virtual time' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Success in 6 min/);
  await drawer(page).getByRole('tab', { name: 'Timeline' }).click();
  const lane = drawer(page)
    .getByRole('button', { name: /^tick, ran 200 times/ })
    .locator('[data-tone="success"]');
  const inView = () =>
    lane.evaluateAll(
      (bars) =>
        bars.filter((each) => {
          const [own, whole] = [each, each.parentElement ?? each].map((part) => part.getBoundingClientRect());
          return own !== undefined && whole !== undefined && own.right > whole.left && own.left < whole.right;
        }).length,
    );
  // All of them have no room: they are drawn together.
  await expect.poll(inView).toBeGreaterThan(30);
  await expect.poll(inView).toBeLessThanOrEqual(128);
  // A sixteenth of 400 s has twelve or thirteen of them.
  await drawer(page).getByRole('slider', { name: 'Instant of the run' }).focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('+');
  await expect.poll(inView).toBeLessThanOrEqual(14);
  await expect.poll(inView).toBeGreaterThanOrEqual(12);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(inView).toBeGreaterThanOrEqual(12);
});
