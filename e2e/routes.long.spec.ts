import { card, downloadText, edge, importText, openApp, portOf } from './app.ts';
import { expect, test } from './fixtures.ts';
import { SOURCE } from './routes.ts';

test('the plus of a route asks for its task, and writes the route', async ({ page }) => {
  await openApp(page);
  await importText(page, 'choose.yaml', SOURCE);
  await card(page, 'choose').hover();
  await portOf(page, 'choose', 'routes.false').getByText('+').click();
  await page.getByRole('option', { name: /^Shape data/ }).click();
  await expect(edge(page, 'From choose, false, to map')).toBeVisible();
  expect(await downloadText(page)).toContain('        false: map\n');
});
