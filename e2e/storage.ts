/** What tests of lost storage do to the storage of the page, and how they see what is reported. */
import { card, downloadText, expectSaved, showSplit } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** A workflow of one task. */
export const SOURCE = 'tasks:\n  - id: first\n    type: basic\n';

/** The message of the page about lost storage. */
export function alert(page: Page, words: RegExp): Locator {
  return page.getByRole('alert').filter({ hasText: words });
}

/** The mark of a text that is stored on the device. */
export function saved(page: Page): Locator {
  return page.getByRole('banner').getByText('Saved on this device');
}

/** Types at the end of the text. */
export async function type(page: Page, text: string): Promise<void> {
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** Records the save state shown in the bar from now on; returns a reader of it. */
export async function watchMark(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = (): void => {
      const text = document.querySelector('header')?.textContent ?? '';
      const mark = /Not saved|Saved on this device|Saving|Loading/.exec(text)?.[0] ?? '';
      if (mark !== seen.at(-1)) seen.push(mark);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { seenMarks: seen });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seenMarks: string[] }).seenMarks);
}

/** Deletes a database from a page that has nothing to do with the app. */
export async function deleteDatabase(page: Page, name: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  await other.evaluate(
    (database) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
      }),
    name,
  );
  await other.close();
  await page.bringToFront();
}

/** The stored text of a file, read by the test. */
export async function readStored(page: Page, path: string): Promise<string | null> {
  const row = (await readRow(page, 'files', path)) as { readonly text: string } | null;
  return row?.text ?? null;
}

/** What a store of the workspace has under a key; null where it has nothing. */
function readRow(page: Page, store: string, key: string): Promise<unknown> {
  return page.evaluate(
    ([name, wanted]) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(name).objectStore(name).get(wanted);
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result ?? null);
          });
        });
      }),
    [store, key] as const,
  );
}

/** Asserts that the text on screen is stored, and is found again. */
export async function expectKept(page: Page, text: string): Promise<void> {
  await expectSaved(page);
  // What was saved before may still be called so for a moment.
  await expect.poll(() => readStored(page, 'draft.yaml')).toBe(text);
  await page.reload();
  await expect(card(page, 'first')).toBeVisible();
  expect(await downloadText(page)).toBe(text);
}

/** A switch in the page, and what its storage does while it is on; kept over reloads only where `isOn` says so. */
export async function breakStorage(
  page: Page,
  how: string,
  isOn = false,
): Promise<(isBroken: boolean) => Promise<void>> {
  await page.addInitScript(`{
    globalThis.isBroken = ${isOn} && sessionStorage.getItem('repaired') === null;
    const { put } = IDBObjectStore.prototype;
    const { open } = IDBFactory.prototype;
    ${how}
  }`);
  return (isBroken) =>
    page.evaluate((value) => {
      sessionStorage.setItem('repaired', 'yes');
      Object.assign(globalThis, { isBroken: value });
    }, isBroken);
}

/** Waits until the settings that the device keeps have these words, as JSON: they are written a moment after a change. */
export async function expectSettings(page: Page, words: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await readRow(page, 'values', 'settings'))).toContain(words);
}
