import { expectNoBarrier } from './access.ts';
import { card, importText, openApp } from './app.ts';
import { ORDER, openDrill } from './drill.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

test('a drill is a grid that is walked by keys; a cell opens its run, becomes a test, and reaches no server', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openApp(page);
  await importText(page, 'order.yaml', ORDER);
  const panel = await openDrill(page);
  await panel.getByRole('button', { name: 'Drill', exact: true }).press('Enter');
  const grid = panel.getByRole('grid', { name: 'Faults by task' });
  await expect(grid.getByRole('button', { name: /^pay, killed-after/ })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Verdicts' })).toContainText('repeats a consequence');
  await expect(card(page, 'pay').getByRole('img', { name: /to look at$/ })).toBeVisible();
  await expectNoBarrier(page, panel);
  await grid.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid.getByRole('button', { name: /^stock, RATE_LIMIT_ERROR/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
  await panel.getByRole('button', { name: 'Save as test' }).click();
  await expect(page.getByText('Saved as the test “stock: RATE_LIMIT_ERROR”.')).toBeVisible();
  await panel.getByRole('radio', { name: 'Tests' }).click();
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
  expect(requests.filter((url) => url.includes('example.com'))).toEqual([]);
});
