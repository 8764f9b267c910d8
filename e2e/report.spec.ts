import { expect, test } from './fixtures.ts';
import { readReport, runAndSave } from './report.ts';

test('a run leaves as one HTML file that opens without the app, a network or a script', async ({ page, browser }) => {
  const report = await runAndSave(page);
  const { context, reader, asked, said } = await readReport(browser, report, 'light');
  expect(await reader.evaluate(() => document.scripts.length)).toBe(0);
  expect(await reader.evaluate(() => 'hit' in window)).toBe(false);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Orders </title><script>parent.hit = 1</script>');
  await reader
    .getByRole('row', { name: /^refuse/ })
    .getByRole('link')
    .click();
  const step = reader.locator('section.step', { has: reader.getByRole('heading', { name: 'refuse' }) });
  await expect(step).toBeInViewport();
  await expect(step).toContainText('A-3 is <i>refused</i>');
  expect(asked).toEqual(['http://report.test/']);
  expect(said).toEqual([]);
  await context.close();
});
