import { downloadText, dropText, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';

const MISTAKE = 'tasks:\n  - id: a\n    type: bsic # soon\n';

test('a file with a mistake opens byte for byte, says where the mistake is, and is fixed with one click; a binary file is refused', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'type.yaml', MISTAKE);
  expect(await downloadText(page)).toBe(MISTAKE);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /problem|error/ })
    .click();
  const problems = page.getByRole('region', { name: 'Run', exact: true });
  await expect(problems.getByText(/bsic/).first()).toBeVisible();
  await expect(problems.getByText(/\d+:\d+|line \d+/i).first()).toBeVisible();
  await problems.getByRole('button', { name: 'Change to "basic"', exact: true }).click();
  await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  expect(await downloadText(page)).toBe(MISTAKE.replace('bsic', 'basic'));
  await dropText(page, 'picture.yaml', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 0xfe]));
  await expect(page.getByText(/picture\.yaml.*(UTF-8|binary|not text)/i).first()).toBeVisible();
  await expect(page).toHaveTitle(/^type\.yaml/);
});
