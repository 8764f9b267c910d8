import { readFileSync } from 'node:fs';
import { card, downloadText, openApp, showSplit } from './app.ts';
import { expect, test } from './fixtures.ts';

const SAMPLE = readFileSync('public/samples/support-triage.yaml', 'utf8');

test('opens below any path of a static host, on a sample that is drawn, written and free of problems', async ({
  page,
  context,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().includes('/some/where/')) outside.push(request.url());
  });
  await context.route('**/some/where/**', async (route) => {
    const url = route.request().url().replace('/some/where', '');
    // What is still loaded ahead when the test ends need not arrive.
    const response = await route.fetch({ url }).catch(() => null);
    if (response !== null) await route.fulfill({ response }).catch(() => undefined);
  });
  await openApp(page, '/some/where/');
  await expect(page).toHaveTitle('support-triage.yaml · Signalbox');
  await expect(card(page, 'classify')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  expect(await downloadText(page)).toBe(SAMPLE);
  await showSplit(page);
  await expect(page.getByText('# Support triage', { exact: true })).toBeVisible();
  expect(outside).toEqual([]);
});
