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
  await test.step('a line next to the toolbar says what to press, over nothing else, until it is closed', async () => {
    const hint = page.getByRole('note', { name: 'How to run this workflow' });
    await expect(hint).toHaveText('Press Run to play this workflow. A adds a task, ? lists all keys.');
    const boxes = await Promise.all(
      [hint, page.getByRole('toolbar', { name: 'Canvas' }), ...(await page.locator('.react-flow__node').all())].map(
        (part) => part.boundingBox(),
      ),
    );
    const [own, ...others] = boxes;
    const overlaps = others.filter(
      (other) =>
        own &&
        other &&
        own.x < other.x + other.width &&
        other.x < own.x + own.width &&
        own.y < other.y + other.height &&
        other.y < own.y + own.height,
    );
    expect(overlaps).toEqual([]);
    await hint.getByRole('button', { name: 'Close the hint' }).click();
    await page.reload();
    await expect(page.getByRole('toolbar', { name: 'Canvas' })).toBeVisible();
    await expect(hint).toHaveCount(0);
  });
  await showSplit(page);
  await expect(page.getByText('# Support triage', { exact: true })).toBeVisible();
  expect(outside).toEqual([]);
});
