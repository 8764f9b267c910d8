import { expect, type Locator, type Page } from './fixtures.ts';
import { command } from './runs.ts';

export function testsPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Tests', exact: true });
}

export async function openTests(page: Page): Promise<Locator> {
  await command(page, 'Tests');
  const panel = testsPanel(page);
  await expect(panel).toBeVisible();
  return panel;
}
