import { expectNoBarrier } from './access.ts';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Its second step fails twice, which is handled. */
const TEXT = `name: Orders
tasks:
  - id: first
    type: map
    config: { mapping: { n: 1 } }
    on_success: { next: second, with: { order: "A-7" } }
  - id: second
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 0s }
    on_error: { retry: true, routes: { EXECUTION_ERROR: last } }
  - { id: last, type: map, config: { mapping: { answer: All is well } } }
outputs: { answer: "{{ tasks.last.output.answer }}" }
`;

test('a step has its place, its size and its part where a person left them, and says what came of it', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'orders.yaml', TEXT);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);

  // What the run gave is there to read as it ends.
  const gave = drawer(page).getByRole('region', { name: 'What the run gave' });
  await expect(gave.getByText('All is well')).toBeVisible();
  await expectNoBarrier(page, drawer(page));

  // A step says where its handlers led, and with what.
  await drawer(page)
    .getByRole('button', { name: /^first, success/ })
    .click();
  await expect(gave).toHaveCount(0);
  const first = drawer(page).getByRole('region', { name: 'Step first' });
  const taken = first.getByRole('region', { name: 'Handlers that were taken' });
  await expect(taken.getByText('on_success')).toBeVisible();
  await expect(taken.getByText('second')).toBeVisible();
  await expect(taken.getByText('"A-7"')).toBeVisible();

  // The part that is chosen stays for the next step.
  await first.getByRole('tab', { name: 'Input' }).click();
  await drawer(page)
    .getByRole('button', { name: /^second, / })
    .click();
  const second = drawer(page).getByRole('region', { name: 'Step second' });
  await expect(second.getByRole('tab', { name: 'Input' })).toHaveAttribute('aria-selected', 'true');

  // An attempt has its calls alone.
  await expect(second.getByRole('tab', { name: /^Calls/ })).toContainText('2');
  await second.getByRole('button', { name: /^Attempt 2/ }).click();
  const calls = second.getByRole('tab', { name: /^Calls of attempt 2/ });
  await expect(calls).toHaveAttribute('aria-selected', 'true');
  await expect(calls).toContainText('1');
  await second.getByRole('button', { name: /^Attempt 2/ }).click();
  await expect(second.getByRole('tab', { name: /^Calls of attempt/ })).toHaveCount(0);

  // Wider by keys, and below the steps; both are kept.
  const width = async () => Math.round((await second.boundingBox())?.width ?? 0);
  const before = await width();
  const handle = drawer(page).getByRole('separator', { name: 'Resize the step' });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before + 20);
  await expectNoBarrier(page, drawer(page));
  await second.getByRole('button', { name: 'Show steps below' }).click();
  const steps = drawer(page).getByRole('list', { name: 'Steps of the run' });
  const isBelow = async () =>
    ((await second.boundingBox())?.y ?? 0) > ((await steps.boundingBox())?.y ?? Number.POSITIVE_INFINITY) &&
    (await width()) > 700;
  await expect.poll(isBelow).toBe(true);
  await page.reload();
  await expect(second).toBeVisible();
  await expect.poll(isBelow).toBe(true);

  // Its lines, beside the canvas.
  await second.getByRole('button', { name: 'Show its lines' }).click();
  await expect(page.getByRole('code').getByText('nothing-here')).toBeVisible();
});
