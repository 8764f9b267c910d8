import { card, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { braid, circles, complete, expectAnswers, fan, nested } from './hostileTexts.ts';

test('files that cannot be arranged with care are arranged plainly, and the page answers', async ({ page }) => {
  await openApp(page);

  await test.step('what is shown differently is reported once', async () => {
    await importText(page, 'dense.yaml', complete(78, 't'));
    const notice = page.getByRole('status').filter({ hasText: 'too dense to arrange automatically' });
    await expect(notice).toContainText('Not all of its 6,084 connections are drawn. Select a task to see its own.');
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    await card(page, 't0').getByText('t0', { exact: true }).first().click();
    await expect(page.getByRole('group', { name: /^From t0, success, to t/ }).first()).toBeAttached();
    await expect(notice).toHaveCount(0);
  });

  for (const [name, text, first] of [
    ['circles', circles(300), 't0'],
    ['fan', fan(1_000), 't0'],
    ['nested', nested(19), 'c0'],
  ] as const)
    await test.step(name, () => expectAnswers(page, `${name}.yaml`, text, first));
});

test('a workflow that takes half a second to arrange is arranged beside the page, with care', async ({ page }) => {
  await openApp(page);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await importText(page, 'large.yaml', braid(450));
  await expect(card(page, 't0')).toBeVisible();
  expect(workers.filter((url) => /layout\.worker/.test(url))).toHaveLength(1);
  await expect(page.getByText('too dense to arrange')).toHaveCount(0);
});
