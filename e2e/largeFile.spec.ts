import { card, downloadText, expectSaved, importText, openApp } from './app.ts';
import { expect, type Page, tenTimes, test } from './fixtures.ts';

/** Longest the page may be held while a large file opens, in ms. */
const HELD = tenTimes(300);

/** Almost 10 MiB of tasks with long texts: few to draw, much to read. */
function largeText(): string {
  const line = `        Some words that fill a line, as a long prompt has them, and then some more of them.\n`;
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: core:log\n    with:\n      message: |\n${line.repeat(2800)}`;
  return `id: large\ntasks:\n${Array.from({ length: 40 }, (_, index) => task(index)).join('')}`;
}

/** Longest task in ms since the page said that it reads; null while it has not. Handing over the file is the test's own work. */
async function watchOpening(page: Page): Promise<() => Promise<number | null>> {
  await page.evaluate(() => {
    const seen: { longest: number | null } = { longest: null };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        if (seen.longest !== null) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
    new MutationObserver(() => {
      const status = document.querySelector('main [role=status]')?.textContent ?? '';
      // The task that says so ends before the next one counts.
      if (/Reading large\.yaml, 9\.\d MiB/.test(status)) setTimeout(() => (seen.longest ??= 0), 60);
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'seen') as { longest: number | null }).longest);
}

test('a file of almost 10 MiB is read beside the page, and edited once it was', async ({ page }) => {
  await openApp(page);
  const opening = await watchOpening(page);
  const text = largeText();
  await importText(page, 'large.yaml', text);
  await expect(card(page, 't0')).toBeVisible({ timeout: 30_000 });
  const longest = await opening();
  expect(longest).not.toBeNull();
  expect(longest).toBeLessThan(HELD);
  await card(page, 't0').click();
  await page.keyboard.press('Delete');
  await expect(card(page, 't0')).toHaveCount(0);
  expect((await downloadText(page)).length).toBeLessThan(text.length);
});

const MANY = 10_000;

/** 10,000 tasks in a chain, the last of which uses a tool that is not there. */
function manyTasks(): string {
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: ${index + 1 < MANY ? 'core:http' : 'tool:missing'}\n    with: { url: "https://example.com/${index}" }\n${
      index + 1 < MANY ? `    on_success: { next: t${index + 1} }\n    on_error: { next: end }\n` : ''
    }`;
  return `tasks:\n${Array.from({ length: MANY }, (_, index) => task(index)).join('')}`;
}

/** Notes when a file is chosen or the page is loaded, when its first card is there, and whether it could be moved then. */
async function watchFirstCard(page: Page): Promise<() => Promise<{ took: number; isReadOnly: boolean }>> {
  await page.addInitScript(() => {
    const seen = { since: 0, took: 0, isReadOnly: false };
    Object.assign(window, { seen });
    addEventListener('change', () => Object.assign(seen, { since: performance.now(), took: 0 }), true);
    new MutationObserver(() => {
      const first = document.querySelector('.react-flow__node[data-id="t0"]');
      if (first === null || seen.took > 0) return;
      seen.took = performance.now() - seen.since;
      seen.isReadOnly = !first.classList.contains('draggable') && /Reading many\.yaml/.test(document.body.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  return async () => {
    await page.waitForFunction(() => (Reflect.get(window, 'seen') as { took: number }).took > 0);
    return page.evaluate(() => Reflect.get(window, 'seen') as { took: number; isReadOnly: boolean });
  };
}

/** Lets a test hold what the worker delivers of a file, so that it is read for as long as it has to be; answers with what turns that on and off. */
async function holdDeliveries(page: Page): Promise<(isHeld: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    let isHeld = false;
    const add = MessagePort.prototype.addEventListener;
    // Deliveries are calls on a port of their own.
    MessagePort.prototype.addEventListener = function (
      this: MessagePort,
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions | boolean,
    ) {
      const held = (event: Event): void => {
        if (isHeld) waiting.push(() => listener.call(this, event));
        else listener.call(this, event);
      };
      add.call(this, type, held, options);
    };
    const hold = (next: boolean): void => {
      isHeld = next;
      if (!next) for (const deliver of waiting.splice(0)) deliver();
    };
    Object.assign(window, { hold });
  });
  return (isHeld) => page.evaluate((next) => (Reflect.get(window, 'hold') as (held: boolean) => void)(next), isHeld);
}

test('a card that is pressed while the rest is read is selected, wherever that moves it', async ({ page }) => {
  test.slow();
  const hold = await holdDeliveries(page);
  await openApp(page);
  await hold(true);
  // The last task comes before the first one, so that all of them move once it is read.
  const before = '  - { id: before, type: basic, use: core:log, on_success: { next: t0 } }\n';
  await importText(page, 'many.yaml', manyTasks() + before);
  const pressed = page.locator('.react-flow__node[data-id="t3"]');
  const movable = page.locator('.react-flow__node.draggable[data-id="t3"]');
  await pressed.hover({ position: { x: 60, y: 20 } });
  const place = await pressed.boundingBox();
  await page.mouse.down();
  await expect(movable).toHaveCount(0);
  await hold(false);
  await expect(movable).toBeVisible({ timeout: 60_000 });
  const { x = 0, y = 0, width = 0, height = 0 } = place ?? {};
  const under = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('.react-flow__node')?.getAttribute('data-id'),
    [x + Math.min(60, width), y + Math.min(20, height)] as const,
  );
  expect(under).not.toBe('t3');
  await page.mouse.up();
  await expect(pressed).toHaveClass(/selected/);
});

test('the first of ten thousand tasks are seen while the rest is read, and all can be edited then', async ({
  page,
}) => {
  test.slow();
  const firstCard = await watchFirstCard(page);
  await openApp(page);
  await importText(page, 'many.yaml', manyTasks());
  const chosen = await firstCard();
  expect(chosen.isReadOnly).toBe(true);
  expect(chosen.took).toBeLessThan(tenTimes(1000));
  const movable = page.locator('.react-flow__node.draggable[data-id="t0"]');
  await expect(movable).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Reading many.yaml')).toHaveCount(0);
  const place = await movable.boundingBox();
  await expect(page.getByRole('button', { name: '1 error' })).toBeVisible({ timeout: 60_000 });
  await movable.click();
  await page.keyboard.press('Delete');
  await expect(card(page, 't0')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(card(page, 't0')).toBeVisible();
  await expectSaved(page);
  await page.reload();
  const loaded = await firstCard();
  expect(loaded.isReadOnly).toBe(true);
  expect(loaded.took).toBeLessThan(tenTimes(1000));
  await expect(movable).toBeVisible({ timeout: 60_000 });
  expect(await movable.boundingBox()).toEqual(place);
  test.info().annotations.push({
    type: 'measured',
    description: `first cards after ${Math.round(chosen.took)} ms, after a reload ${Math.round(loaded.took)} ms`,
  });
});
