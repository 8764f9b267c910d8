import { card, downloadText, dropText, importText, openApp, openFile } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

/** What a user may open by mistake, and the message they get. Each leaves the app usable. */
const TEXTS = [
  { name: 'tabs.yaml', text: 'tasks:\n\t- id: a\n\t  type: basic\n', says: /tab/i },
  { name: 'empty.yaml', text: '', says: null },
  { name: 'list.yaml', text: '- a\n- b\n', says: /list|map/i },
  { name: 'two.yaml', text: 'tasks: []\n---\ntasks: []\n', says: /document/i },
  {
    name: 'twins.yaml',
    text: 'tasks:\n  - id: a\n    type: basic\n  - id: a\n    type: basic\n',
    says: /twice|already|duplicate|same id|unique/i,
  },
  { name: 'type.yaml', text: 'tasks:\n  - id: a\n    type: bsic\n', says: /bsic/ },
];

test('files with mistakes open with a clear message and are kept byte for byte; what is not text, or too large, is refused', async ({
  page,
}) => {
  await openApp(page);
  for (const { name, text, says } of TEXTS) await test.step(name, () => expectOpened(page, name, text, says));
  await test.step('a binary file is refused with a reason', async () => {
    await dropText(page, 'picture.yaml', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 0xfe]));
    await expect(page.getByText(/picture\.yaml/).first()).toBeVisible();
    await expect(page.getByText(/UTF-8|binary|not text/i).first()).toBeVisible();
    await expect(page).toHaveTitle(/^support-triage/);
  });
  await test.step('a file past 10 MiB is refused with a reason', async () => {
    await dropText(page, 'huge.yaml', Buffer.alloc(10 * 1024 * 1024 + 1, '# x\n'));
    await expect(page.getByText(/10 MiB/).first()).toBeVisible();
    await expect(page).toHaveTitle(/^support-triage/);
  });
});

async function expectOpened(page: Page, name: string, text: string, says: RegExp | null): Promise<void> {
  await importText(page, name, text);
  await expect(page).toHaveTitle(new RegExp(`^${name}`));
  expect(await downloadText(page)).toBe(text);
  if (says) {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /problem|error/ })
      .click();
    const problems = page.getByRole('region', { name: 'Run', exact: true });
    await expect(problems.getByText(says).first()).toBeVisible();
    await expect(problems.getByText(/\d+:\d+|line \d+/i).first()).toBeVisible();
  }
  await openFile(page, 'support-triage.yaml');
  await expect(card(page, 'classify')).toBeVisible();
}

test('mistakes are fixed from the list of problems, each as one step', async ({ page }) => {
  const text = `tasks:
  - id: a
    type: bsic
    on_success:
      next: bb
    with:
      q: {{ input.y }}
  - id: b
    type: wait
    config: {timeout: 10, check_interval: 1s} # soon
`;
  await openApp(page);
  await importText(page, 'fix.yaml', text);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /errors/ })
    .click();
  const problems = page.getByRole('region', { name: 'Run', exact: true });
  for (const fix of ['Change to "basic"', 'Change to b', 'Put quotes around the template', 'Change to 10s'])
    await problems.getByRole('button', { name: fix, exact: true }).click();
  await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  expect(await downloadText(page)).toBe(
    text
      .replace('bsic', 'basic')
      .replace('bb', 'b')
      .replace('{{ input.y }}', '"{{ input.y }}"')
      .replace('timeout: 10,', 'timeout: 10s,'),
  );
  await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
  await expect(problems.getByRole('button', { name: 'Change to 10s', exact: true })).toBeVisible();
});
