import { expectNoBarrier } from './access.ts';
import { card, importText } from './app.ts';
import { openDrill, saveFaultAsTest, walkToSecond } from './drill.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

test('faults are drilled into the tasks of a workflow, which reaches no server', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const panel = await openDrill(page);

  await test.step('the drill is started, and its grid walked, by keys alone', async () => {
    await panel.getByRole('radio', { name: 'Drill' }).press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const grid = panel.getByRole('grid', { name: 'Faults by task' });
    await expect(grid.getByRole('button', { name: /^pay, killed-after/ })).toBeVisible();
    await walkToSecond(page, grid);
    await page.keyboard.press('ArrowDown');
    await expect(grid.getByRole('button', { name: /^pay, RATE_LIMIT_ERROR/ })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
  });

  await test.step('a drill is a grid of tasks and faults whose cells open their runs at the instant of the fault, and become tests', async () => {
    const grid = panel.getByRole('grid', { name: 'Faults by task' });
    await expect(panel.getByRole('list', { name: 'Verdicts' })).toContainText('repeats a consequence');
    await expect(panel.getByRole('button', { name: 'Drill', exact: true })).toBeVisible();
    await expect(card(page, 'pay').getByRole('img', { name: /to look at$/ })).toBeVisible();
    await expectNoBarrier(page, panel);

    const limited = grid.getByRole('button', { name: 'stock, RATE_LIMIT_ERROR: unhandled' });
    await limited.click();
    await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
    await expect(panel.getByText(/Played in/)).toBeVisible();
    await saveFaultAsTest(page, panel);
    expect(requests.filter((url) => url.includes('example.com'))).toEqual([]);
  });

  await test.step('a long drill can be stopped while it is on', async () => {
    const tasks = Array.from(
      { length: 60 },
      (_, index) =>
        `  - { id: t${index}, type: basic, use: "core:http", with: { url: "https://api.example.com/${index}" }, retry: { attempts: 5, backoff: fixed, interval: 1s }, on_success: { next: t${index + 1} } }`,
    );
    await importText(page, 'long.yaml', `tasks:\n${tasks.join('\n')}\n  - { id: t60, type: basic }\n`);
    await panel.getByRole('radio', { name: 'Drill' }).click();
    await panel.getByRole('button', { name: 'Drill', exact: true }).click();
    await expect(panel.getByRole('status')).toHaveText(/^\d+ of \d{3}$/);
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.getByText(/^Stopped after \d+ of \d{3} faults\.$/)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Drill', exact: true })).toBeVisible();
  });
});
