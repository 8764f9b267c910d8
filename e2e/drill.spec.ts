import { expectNoBarrier } from './access.ts';
import { card } from './app.ts';
import { openDrill, saveFaultAsTest, walkToSecond } from './drill.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

test('a drill is a grid that is walked by keys; a cell opens its run, becomes a test, and reaches no server', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const panel = await openDrill(page);
  await panel.getByRole('button', { name: 'Drill', exact: true }).press('Enter');
  const grid = panel.getByRole('grid', { name: 'Faults by task' });
  await expect(grid.getByRole('button', { name: /^pay, killed-after/ })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Verdicts' })).toContainText('repeats a consequence');
  await expect(card(page, 'pay').getByRole('img', { name: /to look at$/ })).toBeVisible();
  await expectNoBarrier(page, panel);
  await walkToSecond(page, grid);
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
  await saveFaultAsTest(page, panel);
  expect(requests.filter((url) => url.includes('example.com'))).toEqual([]);
});
