import { openApp } from './app.ts';
import { expect, test } from './fixtures.ts';

test('the licences of what the app contains are one choice away', async ({ page, context, problems }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const [licences] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Third-party licences' }).click(),
  ]);
  await expect(licences.getByText('SIL OPEN FONT LICENSE Version 1.1')).toBeAttached();
  await expect(licences.getByText('@xyflow/react').first()).toBeAttached();
  // A plain text has no icon.
  await licences.close();
  expect(problems.splice(0).every((problem) => problem.includes('404'))).toBe(true);
});
