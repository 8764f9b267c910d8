import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from './fixtures.ts';

/** Opens the app and waits until its text is safe on the device. */
export async function openApp(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expectSaved(page);
}

/** Waits until everything is durable on the device. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByText('Saved on this device')).toBeVisible();
}

/** Opens a side panel by the menu of those that have no button. */
export async function openByMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More panels' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The card or frame of a task on the canvas. */
export function card(page: Page, id: string): Locator {
  return page.getByRole('group', { name: new RegExp(`(^|, id )${id}, .* task`) });
}

/** The line between two tasks, by how its group is named: `From a, success, to b`. */
export function edge(page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true });
}

/** A port of a task: `in`, `main` (success), or the name of a handler. */
export function portOf(page: Page, id: string, port: string): Locator {
  return page.locator(`.react-flow__handle[data-nodeid="${id}"][data-handleid="${port}"]`);
}

/** Where a drag begins and ends, other than the middle of what is dragged and of what it is dropped on. */
interface DragPlaces {
  /** Takes hold at the left edge instead of the middle. */
  readonly from?: 'left';
  /** Where to drop, in client pixels. */
  readonly x?: number;
  readonly y?: number;
}

/** Drags one thing onto another, or to a place, with the mouse. */
export async function dragTo(page: Page, from: Locator, to: Locator | null, places: DragPlaces = {}): Promise<void> {
  const start = await from.boundingBox();
  const end = (await to?.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  if (!start) throw new Error('What is to be dragged is not drawn');
  const grip = { x: start.x + (places.from === 'left' ? 2 : start.width / 2), y: start.y + start.height / 2 };
  const target = { x: places.x ?? end.x + end.width / 2, y: places.y ?? end.y + end.height / 2 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 12, grip.y + 6, { steps: 3 });
  await page.mouse.move(target.x - 4, target.y - 3, { steps: 8 });
  await page.mouse.move(target.x, target.y, { steps: 3 });
  await page.mouse.up();
}

/** The text of the open file, byte for byte, as the user gets it: by downloading it. */
export async function downloadText(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download the YAML' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

/** Opens a file of the workspace by the menu of files. */
export async function openFile(page: Page, path: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: path, exact: true }).click();
}

/** A file of the disk. */
export interface DiskFile {
  readonly name: string;
  readonly content: string | Buffer;
  /** That of YAML where nothing is said. */
  readonly mimeType?: string;
}

/** Opens files by the menu of files, as if they were chosen from the disk. */
export async function chooseFiles(page: Page, files: readonly DiskFile[]): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: /^Open files/ }).click(),
  ]);
  await chooser.setFiles(
    files.map(({ name, content, mimeType = 'application/yaml' }) => ({ name, mimeType, buffer: Buffer.from(content) })),
  );
}

/** Drops files on the window, as from the desktop: the way with the fewest steps. */
export async function dropFiles(page: Page, files: readonly DiskFile[]): Promise<void> {
  const sent = files.map(({ name, content, mimeType = 'application/yaml' }) => ({
    name,
    mimeType,
    bytes: Buffer.from(content).toString('base64'),
  }));
  await page.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, mimeType, bytes } of given) {
      const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0);
      dataTransfer.items.add(new File([content], name, { type: mimeType }));
    }
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, sent);
}

/** A workflow and the layout that lies beside it. */
export function withLayout(name: string, text: string, layout: object): readonly DiskFile[] {
  return [
    { name: `${name}.yaml`, content: text },
    { name: `${name}.layout.json`, content: JSON.stringify(layout), mimeType: 'application/json' },
  ];
}

/** Drops one file on the window. */
export async function dropText(page: Page, name: string, content: string | Buffer): Promise<void> {
  await dropFiles(page, [{ name, content }]);
}

/** Makes a file with this text the open one, dropped on the window; one that is refused, or added under another name, is for {@link dropText}. */
export async function importText(page: Page, name: string, content: string | Buffer): Promise<void> {
  await dropText(page, name, content);
  await expect(page.getByRole('banner').getByRole('button', { name, exact: true })).toBeVisible();
}

/** Shows the YAML beside the canvas and waits for the editor. */
export async function showSplit(page: Page): Promise<Locator> {
  await page.getByRole('radio', { name: 'Split' }).click();
  const editor = page.getByRole('textbox', { name: /YAML/ });
  await expect(editor).toBeAttached();
  return editor;
}

/** Starts a run with the input that the form proposes. */
export async function startRun(page: Page): Promise<void> {
  await openRunForm(page);
  // Of the two dialogs, the content of either may be loaded only now.
  const dialog = page.getByRole('dialog');
  const begin = dialog.getByRole('button', { name: 'Run', exact: true });
  await expect(begin.or(dialog.getByRole('button', { name: 'Trust and continue' })).first()).toBeVisible();
  await trustFile(page);
  await begin.click();
}

/** Opens the form of a run, also of a workflow that takes no input: the button would run that at once. */
export async function openRunForm(page: Page): Promise<void> {
  const ways = page.getByRole('banner').getByRole('button', { name: 'More ways to start' });
  const more = page.getByRole('banner').getByRole('button', { name: 'More', exact: true });
  await ways.or(more).filter({ visible: true }).first().click();
  await page.getByRole('menuitem', { name: /^Run…/ }).click();
}

/** Opens what the form of a run has behind its input: where and how it runs. */
export async function openOptions(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText('Options', { exact: true }).click();
}

/** Says yes where a file from outside is about to run for the first time. */
export async function trustFile(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const yes = dialog.getByRole('button', { name: 'Trust and continue' });
  if (await yes.isVisible()) await yes.click();
}

/** Does what shows another run, and waits for it: until then the drawer tells of the run before. */
export async function showNewRun(page: Page, start: () => Promise<void>): Promise<void> {
  const drawer = page.locator('[data-run]');
  const before = (await drawer.count()) === 0 ? null : await drawer.getAttribute('data-run');
  await start();
  await expect(drawer).not.toHaveAttribute('data-run', before ?? '');
}

/** The badge in the drawer with the status of the run. */
export function runBadge(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Run', exact: true })
    .getByTitle('State of the run')
    .filter({ hasText: /^(Running|Waiting|Success in|Failed after|Cancelled after)/ });
}

/** Asserts the status that a task's card shows. */
export async function expectStatus(page: Page, id: string, status: string): Promise<void> {
  await expect(card(page, id).getByRole('img', { name: status, exact: true }).first()).toBeVisible();
}

/** The lines that differ between two texts: those only in the first, and those only in the second, in order. */
export function changedLines(before: string, after: string): { removed: string[]; added: string[] } {
  const a = before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { removed: a.slice(start, a.length - end), added: b.slice(start, b.length - end) };
}

/**
 * Notes every status that any card shows from now on, so that a short one cannot be missed between two looks.
 * @returns a reader of the statuses seen so far, by task id, in the order in which they appeared
 */
export async function watchStatuses(page: Page): Promise<() => Promise<Record<string, string[]>>> {
  await page.evaluate(() => {
    const seen: Record<string, string[]> = {};
    const look = (): void => {
      for (const node of document.querySelectorAll('.react-flow__node')) {
        const mark = node.querySelector(':scope [role="img"][aria-label]:not([aria-label="Simulated answer"])');
        const id = node.getAttribute('data-id') ?? '';
        const status = mark?.getAttribute('aria-label') ?? null;
        const statuses = (seen[id] ??= []);
        if (status !== null && statuses.at(-1) !== status) statuses.push(status);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { seenStatuses: seen });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seenStatuses: Record<string, string[]> }).seenStatuses);
}
