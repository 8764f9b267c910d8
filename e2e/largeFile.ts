import { expect, type Page } from './fixtures.ts';

/** Lets a test hold what the worker delivers of a file, so that it is read for as long as it has to be; answers with what turns that on and off. */
export async function holdDeliveries(page: Page): Promise<(isHeld: boolean) => Promise<void>> {
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
export function manyTasks(count: number): string {
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: ${index + 1 < count ? 'core:http' : 'tool:missing'}\n    with: { url: "https://example.com/${index}" }\n${
      index + 1 < count ? `    on_success: { next: t${index + 1} }\n    on_error: { next: end }\n` : ''
    }`;
  return `tasks:\n${Array.from({ length: count }, (_, index) => task(index)).join('')}`;
}

/** A task that comes before those of {@link manyTasks}: they all move once it is read. */
export const BEFORE = '  - { id: before, type: basic, use: core:log, on_success: { next: t0 } }\n';

/** Presses a card while the rest of the file is held back, lets go once all is read and the card lies elsewhere. */
export async function pressWhileRead(page: Page, id: string, hold: (isHeld: boolean) => Promise<void>): Promise<void> {
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
