import { card, downloadText, expectSaved, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { largeText } from './largeText.ts';

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

/** So many tasks in a chain, the last of which uses a tool that is not there. */
function manyTasks(count: number): string {
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: ${index + 1 < count ? 'core:http' : 'tool:missing'}\n    with: { url: "https://example.com/${index}" }\n${
      index + 1 < count ? `    on_success: { next: t${index + 1} }\n    on_error: { next: end }\n` : ''
    }`;
  return `tasks:\n${Array.from({ length: count }, (_, index) => task(index)).join('')}`;
}

/** A task that comes before those of {@link manyTasks}: they all move once it is read. */
const BEFORE = '  - { id: before, type: basic, use: core:log, on_success: { next: t0 } }\n';

/** Presses a card while the rest of the file is held back, lets go once all is read and the card lies elsewhere. */
async function pressWhileRead(page: Page, id: string, hold: (isHeld: boolean) => Promise<void>): Promise<void> {
  const pressed = page.locator(`.react-flow__node[data-id="${id}"]`);
  const movable = page.locator(`.react-flow__node.draggable[data-id="${id}"]`);
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
  expect(under).not.toBe(id);
  await page.mouse.up();
  await expect(pressed).toHaveClass(/selected/);
}

test('the first of many tasks are seen while the rest is read; one that is pressed meanwhile is selected, and all can be edited then', async ({
  page,
}) => {
  const hold = await holdDeliveries(page);
  await openApp(page);
  await hold(true);
  const text = manyTasks(1600) + BEFORE;
  await importText(page, 'many.yaml', text);
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Reading many.yaml' })).toBeVisible();
  await pressWhileRead(page, 't3', hold);
  await expect(page.getByText('Reading many.yaml')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(card(page, 't3')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(card(page, 't3')).toBeVisible();
  expect(await downloadText(page)).toBe(text);
});

/** Longest the page may be held while a large file opens, in ms. */
const HELD = 300;

/** Longest task in ms since the page said that it reads; null while it has not. Handing over the file is the work of the test. */
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

test('a file of almost 10 MiB holds the page no longer than ten times what is promised, or what an idle page takes', async ({
  page,
}) => {
  await openApp(page);
  // What opening any file costs on this machine.
  await page.evaluate(() => {
    const floor = { longest: 0 };
    Object.assign(window, { floor });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) floor.longest = Math.max(floor.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await importText(page, 'small.yaml', 'tasks: [{ id: small, type: basic }]\n');
  await expect(card(page, 'small')).toBeVisible();
  const floor = await page.evaluate(() => (Reflect.get(window, 'floor') as { longest: number }).longest);
  const opening = await watchOpening(page);
  await importText(page, 'large.yaml', largeText());
  await expect(card(page, 't0')).toBeVisible({ timeout: 60_000 });
  const longest = await opening();
  expect(longest).not.toBeNull();
  expect(longest).toBeLessThan(10 * Math.max(HELD, floor));
});

/** Whether the page ever told that it reads the file. */
async function watchReading(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const seen = { isReading: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const status = document.querySelector('main [role=status]')?.textContent ?? '';
      if (/Reading large\.yaml, 9\.\d MiB/.test(status)) seen.isReading = true;
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'seen') as { isReading: boolean }).isReading);
}

test('a file of almost 10 MiB is read beside the page, and edited once it was', async ({ page }) => {
  await openApp(page);
  const isReading = await watchReading(page);
  const text = largeText();
  await importText(page, 'large.yaml', text);
  await expect(card(page, 't0')).toBeVisible();
  expect(await isReading()).toBe(true);
  expect(await downloadText(page)).toBe(text);
  await card(page, 't0').click();
  await page.keyboard.press('Delete');
  await expect(card(page, 't0')).toHaveCount(0);
  expect((await downloadText(page)).length).toBeLessThan(text.length);
});

const MANY = 10_000;

test('of ten thousand tasks a card that is pressed while the rest is read is selected, wherever that moves it', async ({
  page,
}) => {
  test.slow();
  const hold = await holdDeliveries(page);
  await openApp(page);
  await hold(true);
  await importText(page, 'many.yaml', manyTasks(MANY) + BEFORE);
  await pressWhileRead(page, 't3', hold);
});

/** Notes, from the load of a page on, whether the first card of the file was there before it could be moved. */
async function watchFirstCard(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const seen: { isReadOnly: boolean | null } = { isReadOnly: null };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const first = document.querySelector('.react-flow__node[data-id="t0"]');
      if (first === null || seen.isReadOnly !== null) return;
      seen.isReadOnly = !first.classList.contains('draggable') && /Reading many\.yaml/.test(document.body.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  return async () => {
    const seen = await page.waitForFunction(() => {
      const { isReadOnly } = Reflect.get(window, 'seen') as { isReadOnly: boolean | null };
      return isReadOnly === null ? null : { isReadOnly };
    });
    return (await seen.jsonValue())?.isReadOnly ?? false;
  };
}

test('the first of ten thousand tasks are seen while the rest is read, and all can be edited then', async ({
  page,
}) => {
  test.slow();
  const firstCard = await watchFirstCard(page);
  await openApp(page);
  await importText(page, 'many.yaml', manyTasks(MANY));
  expect(await firstCard()).toBe(true);
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
  expect(await firstCard()).toBe(true);
  await expect(movable).toBeVisible({ timeout: 60_000 });
  expect(await movable.boundingBox()).toEqual(place);
});
