import { card, downloadText, edge, importText, openApp, portOf } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** Comments, odd spacing, quotes and CRLF: all of it must survive every edit that does not concern it. */
export const SOURCE = [
  '# a pipeline, kept by hand',
  'tasks:',
  '',
  '  - id: fetch      # first',
  "    name: 'Fetch it'",
  '    type:   basic',
  '    on_success: {next: store}',
  '',
  '  # the end of it',
  '  - id: store',
  '    type: basic',
  '',
].join('\r\n');

export async function openSource(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'pipeline.yaml', SOURCE);
  await expect(page).toHaveTitle(/^pipeline/);
  await expect(card(page, 'store')).toBeVisible();
}

/** Undoes one step after the other until the text is the first one again, byte for byte. */
export async function undoToSource(page: Page): Promise<void> {
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
  for (let step = 0; step < 30 && (await downloadText(page)) !== SOURCE; step += 1) await undo.click();
  expect(await downloadText(page)).toBe(SOURCE);
}

/** Drags a card, which leaves the text as it is, and takes its place back by undo. */
export async function dragAndUndo(page: Page): Promise<void> {
  // Waits until the view has come to rest.
  await card(page, 'store').hover({ position: { x: 60, y: 12 } });
  const before = await card(page, 'store').boundingBox();
  if (!before) throw new Error('The card is not drawn');
  await page.mouse.down();
  await page.mouse.move(before.x + 160, before.y + 132, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await card(page, 'store').boundingBox())?.y ?? 0).toBeGreaterThan(before.y + 60);
  expect(await downloadText(page)).toBe(SOURCE);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await card(page, 'store').boundingBox())?.y ?? 0).toBeCloseTo(before.y, 0);
}

/** Inserts a task on the line between the two. */
export async function insertOnLine(page: Page): Promise<void> {
  const [from, to] = [
    await portOf(page, 'fetch', 'main').boundingBox(),
    await portOf(page, 'store', 'in').boundingBox(),
  ];
  if (!from || !to) throw new Error('The line is not drawn');
  await page.mouse.move((from.x + to.x + to.width) / 2, from.y + from.height / 2);
  await edge(page, 'From fetch, success, to store').getByRole('button', { name: 'Insert a task here' }).click();
  await page.getByRole('option', { name: /^Step/ }).click();
  await expect(edge(page, 'From fetch, success, to store')).toHaveCount(0);
}

/** Names the task that was inserted. */
export async function nameInserted(page: Page, inspector: Locator): Promise<void> {
  await inspector.getByRole('textbox', { name: 'Name', exact: true }).fill('Clean rows');
  await inspector.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  await expect(page.getByRole('group', { name: /^Clean rows, id / })).toBeVisible();
}

/** Gives the last task another id, `save`. */
export async function renameStore(page: Page, inspector: Locator): Promise<void> {
  await card(page, 'store').click();
  const id = inspector.getByRole('textbox', { name: 'ID', exact: true });
  await id.fill('save');
  await id.press('Enter');
}
