import type { Page } from 'playwright';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';
import { workflowText } from '../workflowText.ts';

const TASKS = 10_000;
const ROUNDS = 5;
/** The promises, in ms: cards after a file was dropped, and after a word to find was typed. */
const [OPENED, FOUND] = [1000, 100];

/** A large file until its first cards are seen, dropped on the page and after a reload, and until a word in it is found. */
export async function measureOpening(site: string): Promise<readonly Row[]> {
  const text = workflowText(TASKS);
  return withBrowser(site, async ({ page }) => {
    await page.addInitScript(watchCards);
    const times = { sample: [] as number[], dropped: [] as number[], reloaded: [] as number[], found: [] as number[] };
    await page.reload();
    await page.waitForFunction(() => 'firstCard' in globalThis);
    for (let round = 0; round < ROUNDS; round += 1) {
      times.sample.push(await timeReload(page));
      await page.evaluate((content) => Object.assign(globalThis, { content }), text);
      times.dropped.push(await page.evaluate(dropText, `measured${round}.yaml`));
      await page.getByRole('banner').getByText('Saved on this device').waitFor();
      await page.waitForTimeout(1000);
      times.reloaded.push(await timeReload(page));
      times.found.push(await timeFinding(page));
      await openSample(page);
    }
    const floor = { peer: 'the page with a small sample, reloaded (floor)', theirs: median(times.sample) };
    const count = TASKS.toLocaleString('en');
    return [
      toRow({
        what: `A file of ${count} tasks opened, until its first cards`,
        ours: times.dropped,
        bound: OPENED,
        ...floor,
      }),
      toRow({
        what: `The page with ${count} tasks reloaded, until its first cards`,
        ours: times.reloaded,
        bound: null,
        ...floor,
      }),
      toRow({
        what: `A word found everywhere in ${count} tasks, until the first places`,
        ours: times.found,
        bound: FOUND,
        peer: 'one frame (floor)',
        theirs: 1000 / 60,
      }),
    ];
  });
}

interface Timed {
  readonly what: string;
  readonly ours: readonly number[];
  readonly peer: string;
  readonly theirs: number;
  /** Most ms; null where nothing is promised. */
  readonly bound: number | null;
}

function toRow({ what, ours, peer, theirs, bound }: Timed): Row {
  const time = median(ours);
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: `${Math.round(time)} ms`,
    peer,
    theirs: `${Math.round(theirs)} ms`,
    ratio: time / theirs,
    bound: bound === null ? 'none' : `within ${bound} ms`,
    isKept: bound === null ? null : time <= bound,
  };
}

/** Notes when the first card was drawn, in ms since the page was asked for. */
function watchCards(): void {
  const look = (): void => {
    if (!document.querySelector('.react-flow__node-task')) return void requestAnimationFrame(look);
    requestAnimationFrame(() => Object.assign(globalThis, { firstCard: performance.now() }));
  };
  look();
}

async function timeReload(page: Page): Promise<number> {
  await page.reload();
  const found = await page.waitForFunction(() => (globalThis as unknown as { firstCard?: number }).firstCard);
  const time = (await found.jsonValue()) ?? Number.NaN;
  await page.getByRole('banner').getByText('Saved on this device').waitFor();
  await page.waitForTimeout(1500);
  return time;
}

/** Drops the text that the page holds as a file; ms until a card of it was drawn. */
async function dropText(name: string): Promise<number> {
  const { content } = globalThis as unknown as { content: string };
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name, { type: 'application/yaml' }));
  const start = performance.now();
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  while (!document.querySelector('.react-flow__node[data-id="step_0000"]'))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - start;
}

/** Types a word to find; ms until places are listed. */
async function timeFinding(page: Page): Promise<number> {
  await page.keyboard.press('ControlOrMeta+Shift+F');
  const field = page.getByRole('searchbox', { name: 'Find', exact: true });
  await field.waitFor();
  await field.fill('');
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    addEventListener(
      'input',
      () => {
        const start = performance.now();
        const look = (): void => {
          const isThere = document.querySelector('[role="tree"][aria-label="Found"] [role="treeitem"]') !== null;
          if (isThere)
            requestAnimationFrame(() => Object.assign(globalThis, { foundAfter: performance.now() - start }));
          else requestAnimationFrame(look);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
  await field.focus();
  await page.keyboard.insertText('noon');
  const found = await page.waitForFunction(() => (globalThis as unknown as { foundAfter?: number }).foundAfter);
  return (await found.jsonValue()) ?? Number.NaN;
}

async function openSample(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: 'support-triage.yaml', exact: true }).click();
  await page.locator('.react-flow__node[data-id="classify"]').waitFor();
  await page.getByRole('banner').getByText('Saved on this device').waitFor();
}
