import path from 'node:path';
import { card } from './app.ts';
import { test as base, expect, type Locator, type Page } from './fixtures.ts';
import { buildProgram, OpenedFolder } from './opening.ts';

/** The only file of the folder, `one.yaml`. */
export const SOURCE = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';

/** A page without a way to a folder of its own, and a folder of one file that the program can open for it. */
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

/** Names the task `a` by its form. */
export async function nameFirst(page: Page, name: string): Promise<void> {
  await card(page, 'a').click();
  const field = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(name);
  await field.press('Enter');
}

/** The file with this name of the task `a`. */
export function named(name: string): string {
  return SOURCE.replace('  - id: a\n', `  - id: a\n    name: ${name}\n`);
}
