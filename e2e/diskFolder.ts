/** The folder that a page opens in tests, in the private file system of the browser. */
import type { Page } from './fixtures.ts';

/** Lets the page open a folder without the browser's own dialog: one of its private file system. */
export async function provideFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('flows', { create: true }),
    });
  });
}

/** Writes a file of the folder. */
export async function writeDisk(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    async ({ name, text }) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('flows', { create: true });
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    },
    { name, text },
  );
}

/** The folder's files with their texts. */
export async function readDisk(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('flows');
    const found: Record<string, string> = {};
    for await (const [name, entry] of folder.entries()) {
      if (!(entry instanceof FileSystemFileHandle)) continue;
      // The browser's own swap file of a write is listed for a moment, and gone as it is read.
      const text = await entry.getFile().then(
        (file) => file.text().catch(() => null),
        () => null,
      );
      if (text !== null) found[name] = text;
    }
    return found;
  });
}
