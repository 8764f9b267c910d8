import { findBarriers } from './access.ts';
import { expect, test } from './fixtures.ts';
import { readReport, runAndSave, save } from './report.ts';

const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '');

test('a report is the same from the history, and is read in both themes and on a phone', async ({ page, browser }) => {
  const report = await runAndSave(page);
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('button', { name: 'Run history', exact: true })
    .click();
  await page.getByRole('button', { name: /^More for the run of/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a report…' }).click();
  const again = await save(page);
  expect(withoutTimes(again)).toBe(withoutTimes(report));

  for (const colorScheme of ['light', 'dark'] as const) {
    const { context, reader, asked, said } = await readReport(browser, report, colorScheme);
    expect(await reader.evaluate(() => document.scripts.length)).toBe(0);
    expect(await reader.evaluate(() => 'hit' in window)).toBe(false);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(
      'Orders </title><script>parent.hit = 1</script>',
    );
    await expect(reader.getByRole('img', { name: /^Graph of Orders/ })).toContainText('Charge <b>now</b>');
    await expect(reader.getByRole('img', { name: /^Graph of Orders/ })).toContainText(/1 failed|Error · /);
    const row = reader.getByRole('row', { name: /^refuse/ });
    await expect(row).toContainText('Error');
    await row.getByRole('link').click();
    const step = reader.locator('section.step', { has: reader.getByRole('heading', { name: 'refuse' }) });
    await expect(step).toBeInViewport();
    await expect(step).toContainText('A-3 is <i>refused</i>');
    await expect(reader.getByText('continue_on_error: true')).toHaveCount(1);
    // A small graph is not blown up to the width of the page.
    const graph = reader.getByRole('img', { name: /^Graph of Orders/ });
    expect((await graph.boundingBox())?.width).toBeLessThanOrEqual(Number(await graph.getAttribute('width')));
    expect(await findBarriers(reader)).toEqual([]);
    await reader.setViewportSize({ width: 390, height: 844 });
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(asked).toEqual(['http://report.test/']);
    expect(said).toEqual([]);
    await context.close();
  }
});
