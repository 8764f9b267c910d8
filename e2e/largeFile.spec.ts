import { card, downloadText, expectSaved, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { largeText } from './largeText.ts';

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

/** 10,000 tasks in a chain, the last of which uses a tool that is not there. */
function manyTasks(): string {
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: ${index + 1 < MANY ? 'core:http' : 'tool:missing'}\n    with: { url: "https://example.com/${index}" }\n${
      index + 1 < MANY ? `    on_success: { next: t${index + 1} }\n    on_error: { next: end }\n` : ''
    }`;
  return `tasks:\n${Array.from({ length: MANY }, (_, index) => task(index)).join('')}`;
}

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
  const read = (): boolean | null => (Reflect.get(window, 'seen') as { isReadOnly: boolean | null }).isReadOnly;
  return async () => {
    await page.waitForFunction(
      () => (Reflect.get(window, 'seen') as { isReadOnly: boolean | null }).isReadOnly !== null,
    );
    return (await page.evaluate(read)) ?? false;
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
