import type { Page } from 'playwright';

/** From the next input on, looks at each frame whether something is there. */
export async function watchFor(page: Page, selector: string): Promise<void> {
  await page.evaluate((wanted) => {
    const time = new Promise<number>((resolve) => {
      const begin = ({ timeStamp }: Event): void => {
        const look = (): void => {
          if (document.querySelector(wanted) === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      };
      addEventListener('input', begin, { capture: true, once: true });
    });
    Object.assign(globalThis, { seenAfter: time });
  }, selector);
}

/** ms from the input until the frame in which what was watched for is shown. */
export function timeSeen(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { seenAfter: Promise<number> }).seenAfter);
}
