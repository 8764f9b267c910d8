import { showSplit } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { WAITS } from './runs.ts';

// The system opens a file with the installed app: the browser hands it over by `launchQueue`, which has no way in for tests.

/** Lets a test hand over files to the page that is opened next. */
export async function holdLaunches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'launchQueue', {
      value: { setConsumer: (consumer: unknown) => Object.assign(globalThis, { launchConsumer: consumer }) },
    });
  });
}

/** Opens a file of the browser's own disk with the app, as the system does. */
export async function launch(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => 'launchConsumer' in globalThis);
  await page.evaluate(async (file) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(file);
    const { launchConsumer } = globalThis as unknown as { launchConsumer: (launch: { files: unknown[] }) => void };
    launchConsumer({ files: [handle] });
  }, name);
}

/** Writes a file of the browser's own disk, as another program does. */
export function write(page: Page, name: string, text: string): Promise<void> {
  return page.evaluate(
    async (file) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(file.name, { create: true });
      const stream = await handle.createWritable();
      await stream.write(file.text);
      await stream.close();
    },
    { name, text },
  );
}

/** Reads a file of the browser's own disk. */
export function read(page: Page, name: string): Promise<string> {
  return page.evaluate(async (file) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(file);
    return (await handle.getFile()).text();
  }, name);
}

/** Types at the end of the text. */
export async function type(page: Page, text: string): Promise<void> {
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** What the bar at the top says of the file. */
export const mark = (page: Page, text: string): Locator => page.getByRole('banner').getByText(text);

/** Changes the file that was opened, and asserts that Save writes to it and nothing does before. */
export async function expectWrittenBySave(page: Page): Promise<void> {
  await type(page, '# one');
  await expect(mark(page, 'Not yet in your file')).toBeVisible();
  expect(await read(page, 'mine.yaml')).toBe(WAITS);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(mark(page, 'Saved to your file')).toBeVisible();
  expect(await read(page, 'mine.yaml')).toBe(`${WAITS}# one`);
}
