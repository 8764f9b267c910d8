import { card, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

/**
 * Longest the page may be blocked in one piece while such a file is open, in ms: some ten times what it is on a machine with
 * nothing else to do. Arranged with care, each of these holds it for minutes, or ends its process.
 */
const HELD = 10_000;

/** Longest a click may wait for its answer, and a file for its first card, in ms, with the same margin. */
const [ANSWER, OPEN] = [20_000, 60_000];

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const leading = (id: string, targets: readonly string[]): string =>
  `  - {id: ${id}, type: basic, use: "core:log", on_success: {next: [${targets.join(', ')}]}}\n`;

function complete(count: number, name: string): string {
  const ids = range(count, (at) => `${name}${at}`);
  return `id: dense\ntasks:\n${ids.map((id) => leading(id, ids)).join('')}`;
}

/** Each of so many tasks leads to others anywhere. */
function circles(count: number): string {
  const target = (at: number, n: number): string => `t${(at * 7919 * (n + 1) + n * 31 + 1) % count}`;
  return `id: circles\ntasks:\n${range(count, (at) =>
    leading(
      `t${at}`,
      range(15, (n) => target(at, n)),
    ),
  ).join('')}`;
}

function fan(count: number): string {
  const routes = range(count, (at) => `        k${at}: t${at + 1}\n`).join('');
  const decision = `  - id: t0\n    type: decision\n    config:\n      condition: "{{ input.x }}"\n      routes:\n${routes}`;
  return `id: fan\ntasks:\n${decision}${range(count, (at) => `  - {id: t${at + 1}, type: basic}\n`).join('')}`;
}

/** Each of so many tasks leads to three of the next. */
function braid(count: number): string {
  const targets = (at: number): string[] => [at + 1, at + 2, at + 5].filter((to) => to < count).map((to) => `t${to}`);
  return `id: braid\ntasks:\n${range(count, (at) => leading(`t${at}`, targets(at))).join('')}`;
}

const pad = (level: number): string => '    '.repeat(level);

function nested(levels: number): string {
  const opened = range(
    levels,
    (at) => `${pad(at)}  - id: c${at}\n${pad(at)}    type: composite\n${pad(at)}    tasks:\n`,
  );
  const closed = range(levels, (at) => {
    const level = levels - at;
    return `${pad(level)}  - {id: x${level}, type: basic, on_error: {next: [c0, leaf, c${level - 1}]}}\n`;
  });
  return `id: nested\ntasks:\n${opened.join('')}${pad(levels)}  - {id: leaf, type: basic}\n${closed.join('')}`;
}

/** Notes the longest task from now on, in ms. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'seen') as { longest: number }).longest);
}

for (const [name, text, first] of [
  ['29 kB in which each task leads to all', complete(78, 't'), 't0'],
  ['550 kB in which each task leads to all', complete(215, 'task_no_'), 'task_no_0'],
  ['1,500 tasks in circles', circles(1_500), 't0'],
  ['a decision with 5,000 routes', fan(5_000), 't0'],
  ['containers as deep as can be', nested(19), 'c0'],
] as const) {
  test(`the page answers while it opens ${name}`, async ({ page }) => {
    await openApp(page);
    const longest = await watchTasks(page);
    await importText(page, 'hostile.yaml', text);
    await expect(card(page, first)).toBeVisible({ timeout: OPEN });
    // The first tasks are drawn while the rest is read: a selection is of a file that was read.
    await expect(page.getByText('Reading hostile.yaml')).toHaveCount(0, { timeout: OPEN });
    // The header of the outermost container is far from its middle, where the view opens.
    if (first === 'c0') await page.getByRole('button', { name: 'Fit everything' }).click();
    await card(page, first).getByText(first, { exact: true }).first().click();
    await expect(page.getByRole('tab', { name: 'Handlers' })).toBeVisible({ timeout: ANSWER });
    await page.getByRole('tab', { name: 'Handlers' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Handlers' })).toBeVisible({ timeout: ANSWER });
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await page.getByRole('tab', { name: 'Task', exact: true }).click();
    await expect(page.getByRole('tabpanel', { name: 'Task' })).toBeVisible({ timeout: ANSWER });
    expect(await longest()).toBeLessThan(HELD);
  });
}

test('what is shown differently is said once', async ({ page }) => {
  await openApp(page);
  await importText(page, 'dense.yaml', complete(78, 't'));
  const notice = page.getByRole('status').filter({ hasText: 'too dense to arrange automatically' });
  await expect(notice).toContainText('Not all of its 6,084 connections are drawn. Select a task to see its own.', {
    timeout: OPEN,
  });
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);
  await card(page, 't0').getByText('t0', { exact: true }).first().click();
  await expect(page.getByRole('group', { name: /^From t0, success, to t/ }).first()).toBeAttached();
  await expect(notice).toHaveCount(0);
});

test('a workflow that takes half a second to arrange is arranged beside the page, with care', async ({ page }) => {
  await openApp(page);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const longest = await watchTasks(page);
  await importText(page, 'large.yaml', braid(450));
  await expect(card(page, 't0')).toBeVisible({ timeout: OPEN });
  expect(workers.filter((url) => /layout\.worker/.test(url))).toHaveLength(1);
  await expect(page.getByText('too dense to arrange')).toHaveCount(0);
  expect(await longest()).toBeLessThan(HELD);
});
