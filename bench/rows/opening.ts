import type { Page } from 'playwright';
import { handlersText } from '../largeTexts.ts';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';

/** How often each is measured, in turns. */
const ROUNDS = 5;
/** The promise about the first cards, in ms. */
const PROMPT = 1000;
/** What a page may still do before it is measured, ms. */
const REST = 1500;
const PATIENCE = 120_000;

const SMALL = 'tasks:\n  - { id: t0, type: basic, use: core:log }\n';
const SCREEN = { viewport: { width: 1440, height: 900 } };

/** Ms until the first cards are drawn, and until all can be edited. */
interface Opened {
  readonly seen: number;
  readonly editable: number;
}

/** How soon the first cards of 10,000 tasks are seen: of a file that is chosen, and on a page that is loaded again. */
export async function measureOpening(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page, url }) => {
    const browser = page.context().browser();
    if (browser === null) throw new Error('The browser is gone.');
    const chosen = { ours: [] as number[], floor: [] as number[] };
    const loaded = { ours: [] as number[], floor: [] as number[] };
    const edited = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [side, text] of [
        ['floor', SMALL],
        ['ours', handlersText()],
      ] as const) {
        // Each time in a storage of its own, as on a first visit.
        const context = await browser.newContext(SCREEN);
        const fresh = await context.newPage();
        const first = await choose(fresh, url, text);
        const again = await reload(fresh);
        await context.close();
        chosen[side].push(first.seen);
        loaded[side].push(again.seen);
        edited[side].push(first.editable);
      }
    const floor = { peer: 'a file of one task (floor)', most: PROMPT };
    return [
      toSeenRow('First cards of a file of 10,000 tasks that is chosen', chosen, floor),
      toSeenRow('First cards of such a file, its page loaded again', loaded, floor),
      toSeenRow('All of such a file drawn and ready to be edited', edited, { ...floor, most: null }),
    ];
  });
}

function toSeenRow(
  what: string,
  times: { readonly ours: readonly number[]; readonly floor: readonly number[] },
  { peer, most }: { readonly peer: string; readonly most: number | null },
): Row {
  const [ours, theirs] = [median(times.ours), median(times.floor)];
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: `${Math.round(ours)} ms`,
    peer,
    theirs: `${Math.round(theirs)} ms`,
    ratio: ours / theirs,
    bound: most === null ? 'none' : `within ${most} ms`,
    isKept: most === null ? null : ours <= most,
  };
}

/** From the moment that a file is handed to the page. */
async function choose(page: Page, url: string, text: string): Promise<Opened> {
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(watchCards);
  await page.goto(url);
  const banner = page.getByRole('banner');
  await banner.getByText('Saved on this device').waitFor();
  await page.waitForTimeout(REST);
  await banner.getByRole('button', { name: /\.yaml$/ }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: /^Open files/ }).click(),
  ]);
  await chooser.setFiles({ name: 'measured.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  const opened = await readOpened(page);
  await banner.getByText('Saved on this device').waitFor();
  await page.waitForTimeout(REST);
  return opened;
}

/** From the moment that the page is asked for. */
async function reload(page: Page): Promise<Opened> {
  await page.reload({ waitUntil: 'commit' });
  return readOpened(page);
}

async function readOpened(page: Page): Promise<Opened> {
  const all = () => (globalThis as unknown as { opened: Opened & { readonly isDone: boolean } }).opened;
  await page.waitForFunction(() => (globalThis as unknown as { opened: { isDone: boolean } }).opened.isDone);
  return page.evaluate(all);
}

/** Notes, in the page, the first frame with a card of the file, and that in which its cards can be moved. */
function watchCards(): void {
  const opened = { since: 0, seen: 0, editable: 0, isDone: false };
  Object.assign(globalThis, { opened });
  const note = (name: 'seen' | 'editable') => {
    opened[name] = -1;
    requestAnimationFrame(() =>
      setTimeout(() => {
        opened[name] = performance.now() - opened.since;
        opened.isDone = opened.seen > 0 && opened.editable > 0;
      }),
    );
  };
  addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'file')
        Object.assign(opened, { since: performance.now(), seen: 0, editable: 0, isDone: false });
    },
    true,
  );
  new MutationObserver(() => {
    const card = document.querySelector('.react-flow__node[data-id="t0"]');
    if (card === null || getComputedStyle(card).visibility === 'hidden') return;
    if (opened.seen === 0) note('seen');
    if (opened.editable === 0 && card.classList.contains('draggable')) note('editable');
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['style', 'class'] });
}
