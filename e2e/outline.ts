import { card, importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** A task that leads on by two handlers, a container with two, one of which has a warning, and a task after them. */
export const TEXT = `name: Orders
tasks:
  - id: fetch
    name: Fetch orders
    type: basic
    on_success: { next: box }
    on_error: { next: tell }
  - id: box
    type: composite
    tasks:
      - { id: first, type: basic, name: First }
      - { id: second, type: basic, use: "core:nothing" }
  - { id: tell, type: basic, name: Tell someone }
`;

/** A decision, a container and a wait for a person. */
export const REVIEW = `name: Review
tasks:
  - id: pick
    name: Big enough?
    type: decision
    config: { condition: "{{ input.big }}", routes: { "yes": box }, default: { next: hold } }
  - id: box
    name: Both at once
    type: composite
    tasks:
      - { id: first, type: basic, name: First }
      - { id: second, type: basic, use: "core:nothing", disabled: true }
    on_success: { next: hold }
  - id: hold
    name: Approval
    type: wait
    config: { signal: go, title: "May it go out?", timeout: 5m, check_interval: 1s }
`;

/** A step that fails. */
export const FAILS = `tasks:
  - { id: break, name: Break it, type: map, config: { mapping: { n: "{{ 1 / 0 }}" } } }
`;

/** What Chromium tells a screen reader of the row that the tree names as its active one. */
export async function readActive(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const focused = nodes.find(({ role }) => role?.value === 'tree');
  const active = focused?.properties?.find(({ name }) => name === 'activedescendant')?.value.relatedNodes?.[0];
  const node = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === active?.backendDOMNodeId);
  if (node?.role?.value !== 'treeitem') return `No row: ${node?.role?.value}`;
  const has = (wanted: string): unknown => node.properties?.find(({ name }) => name === wanted)?.value.value;
  // The protocol has no place in a set.
  const place = await page
    .locator('[role="treeitem"][data-active]')
    .evaluate((row) => `${row.getAttribute('aria-posinset')} of ${row.getAttribute('aria-setsize')}`);
  const isOpen = has('expanded');
  return [
    node.name?.value,
    `level ${String(has('level'))}`,
    place,
    isOpen === undefined ? '' : isOpen === true ? 'expanded' : 'collapsed',
    has('selected') === true ? 'selected' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Notes what the live region of the app says from now on; answers with what reads that. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  const record = await page.evaluateHandle(() => {
    const said: string[] = [];
    const region = [...document.querySelectorAll('[role="status"][aria-live="polite"][aria-atomic="true"]')].at(-1);
    if (!region) throw new Error('There is no live region');
    new MutationObserver(() => {
      const text = region.textContent ?? '';
      if (text !== '') said.push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
    return said;
  });
  return () => record.jsonValue();
}

/** The outline. */
export function tree(page: Page): Locator {
  return page.getByRole('tree', { name: 'Tasks' });
}

/** Rows of the outline, by how they are read. */
export function row(page: Page, name: string | RegExp): Locator {
  return tree(page).getByRole('treeitem', { name });
}

/** Asserts which row the keys act on. */
export async function expectActive(page: Page, name: string | RegExp): Promise<void> {
  await expect(tree(page).locator('[data-active]')).toHaveAccessibleName(name);
}

/** The outline with the keys in it, on its first row. */
export async function focusTree(page: Page, first: RegExp): Promise<void> {
  await expect(row(page, first)).toBeVisible();
  await tree(page).focus();
  await page.keyboard.press('Home');
  await expectActive(page, first);
}

/** Opens the app on a workflow, and the outline of that by its key. */
export async function openOutline(page: Page, name: string, text: string): Promise<void> {
  await openApp(page);
  await importText(page, name, text);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(tree(page)).toBeFocused();
}

/** Folds the container that the keys are on, unfolds it, and finds the first task in it by its letters and selects it. */
export async function foldAndFind(page: Page): Promise<void> {
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, /^First/)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('fi');
  await expectActive(page, /^First/);
  await page.keyboard.press('Enter');
  await expect(card(page, 'first')).toHaveClass(/selected/);
}

/** Renames the first task, on which the keys are: they stay in the outline. */
export async function renameFirst(page: Page): Promise<void> {
  await page.keyboard.press('F2');
  await page.keyboard.type('Get orders');
  await page.keyboard.press('Enter');
  await expectActive(page, /^Get orders/);
  await expect(tree(page)).toBeFocused();
}

/** Removes the last task by keys, and brings it back. */
export async function removeAndUndo(page: Page): Promise<void> {
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(row(page, /^Tell/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(row(page, /^Tell/)).toBeVisible();
}
