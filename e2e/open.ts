import path from 'node:path';
import { test as base, expect, type Locator, type Page } from './fixtures.ts';
import { buildProgram, OpenedFolder } from './opening.ts';
import { SOURCE } from './twoTasks.ts';

/** A page without a way to a folder of its own, and a folder of one file, `one.yaml`, that the program can open for it. */
export const test = base.extend<{ flows: OpenedFolder }>({
  flows: async ({ page }, use) => {
    const build = buildProgram();
    const flows = new OpenedFolder(build.program);
    flows.write('one.yaml', SOURCE);
    // As Firefox and WebKit.
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'showDirectoryPicker');
      Reflect.deleteProperty(globalThis, 'FileSystemDirectoryHandle');
    });
    await use(flows);
    // First: it asks its server all the time.
    await page.close();
    await flows.remove();
    build.remove();
  },
});

/** Starts the program and opens the address that it prints; answers with it. */
export async function openServed(page: Page, flows: OpenedFolder): Promise<string> {
  const address = await flows.start();
  await page.goto(address);
  await expect(savedMark(page, flows)).toBeVisible();
  return address;
}

/** Says that nothing is left to be saved. */
export function savedMark(page: Page, flows: OpenedFolder): Locator {
  return page.getByRole('banner').getByText(`Saved to ${path.basename(flows.folder)}`);
}

/** Says that something is left to be saved. */
export function unsavedMark(page: Page): Locator {
  return page.getByRole('banner').getByText(/^Not yet in/);
}

/** The file with this name of the task `a`. */
export function named(name: string): string {
  return SOURCE.replace('  - id: a\n', `  - id: a\n    name: ${name}\n`);
}
