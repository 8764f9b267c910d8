import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { setFull, startWaiting } from './fullDisk.ts';

/** Ms from the first write that is refused until the page says why the run is blocked. */
function timeNotice(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let refusedAt: number | null = null;
        new BroadcastChannel('disk').addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (typeof data === 'number') refusedAt ??= data;
        });
        const look = (): void => {
          const isSaid = document.body.textContent.includes('storage for Signalbox is full');
          if (isSaid && refusedAt !== null) resolve(performance.timeOrigin + performance.now() - refusedAt);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Ms that a change of the page takes until the next frame but one sees it. */
function timeFrames(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - start;
  });
}

test('a full disk is reported within ten times a second, or ten times what frames take here', async ({
  page,
  context,
}) => {
  await startWaiting(page, context);
  const floor = await timeFrames(page);
  const noticed = timeNotice(page);
  await setFull(page, true);
  expect(await noticed).toBeLessThan(10 * Math.max(1_000, floor));
});
