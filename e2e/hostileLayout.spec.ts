import { card, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { complete } from './hostileTexts.ts';

test('a workflow that takes long to arrange is arranged beside the page, and one that is too dense is arranged plainly', async ({
  page,
}) => {
  await openApp(page);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));

  await test.step('one that takes long is arranged in a worker, with care', async () => {
    await importText(page, 'large.yaml', complete(20, 't'));
    await expect(card(page, 't0')).toBeVisible();
    expect(workers.filter((url) => /layout\.worker/.test(url))).toHaveLength(1);
    await expect(page.getByText('too dense to arrange')).toHaveCount(0);
  });

  await test.step('what is shown differently in one that is too dense is reported once', async () => {
    await importText(page, 'dense.yaml', complete(78, 't'));
    const notice = page.getByRole('status').filter({ hasText: 'too dense to arrange automatically' });
    await expect(notice).toContainText('Not all of its 6,084 connections are drawn. Select a task to see its own.');
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    await card(page, 't0').getByText('t0', { exact: true }).first().click();
    await expect(page.getByRole('group', { name: /^From t0, success, to t/ }).first()).toBeAttached();
    await expect(notice).toHaveCount(0);
  });
});
