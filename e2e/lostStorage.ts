import type { Page } from './fixtures.ts';

/** Runs a change of the stored workspace in the page, as the devtools or another program would. */
export async function changeStored(page: Page, change: 'clear all' | 'delete draft.yaml'): Promise<void> {
  await page.evaluate(
    (asked) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('success', () => {
          const changing = opening.result.transaction(['files', 'layouts', 'values'], 'readwrite');
          if (asked === 'clear all')
            for (const name of opening.result.objectStoreNames) changing.objectStore(name).clear();
          else changing.objectStore('files').delete('draft.yaml');
          changing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    change,
  );
}

/** A page whose write to the workspace does not end and holds all others up; answers with what ends it. */
export async function holdStorage(page: Page): Promise<() => Promise<void>> {
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('success', () => {
          const holding = opening.result.transaction(['files', 'layouts', 'values'], 'readwrite');
          const hold = (): void => {
            resolve();
            if ('isFree' in globalThis) return;
            holding.objectStore('values').get('none').addEventListener('success', hold);
          };
          hold();
        });
      }),
  );
  await page.bringToFront();
  return async () => {
    await other.evaluate(() => Object.assign(globalThis, { isFree: true }));
    await other.close();
  };
}
