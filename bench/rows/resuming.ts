import type { BrowserContext, Page } from 'playwright';
import { openText, runBadge, startRun } from '../appPage.ts';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';

/** A run that does not end while it is measured. */
const WAITING = `tasks:
  - { id: first, type: basic, on_success: { next: pause } }
  - { id: pause, type: wait, config: { timeout: 1h, check_interval: 1s } }
`;

const SCREEN = { viewport: { width: 1440, height: 900 } };
/** How often each is measured, in turns. */
const ROUNDS = 7;
/** The promises, in ms. */
const RESUMED = 2000;
const TAKEN_OVER = 5000;

/** How soon a run resumes that a page or a tab left behind. */
export async function measureResuming(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page, url }) => {
    const browser = page.context().browser();
    if (browser === null) throw new Error('The browser is gone.');
    // Each with its own storage: one is idle, in the other a run is in flight.
    const [idle, left] = [await browser.newContext(SCREEN), await browser.newContext(SCREEN)];
    for (const context of [idle, left]) {
      const first = await context.newPage();
      await first.goto(url);
      await openText(first, WAITING, 'pause');
      if (context === left) {
        await startRun(first);
        await goesOn(first);
      }
      await first.close();
    }
    const opened = { floor: [] as number[], ours: [] as number[] };
    const handed = { floor: [] as number[], ours: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      opened.floor.push(await measureOpening(idle, url, isReady));
      opened.ours.push(await measureOpening(left, url, goesOn));
      handed.floor.push(await measureLock(idle, url));
      handed.ours.push(await measureTakeover(left, url));
    }
    return [
      toTimeRow('A run continues once its page is opened again', opened, {
        peer: 'the page without a run, until it is ready (floor)',
        most: RESUMED,
      }),
      toTimeRow('Another tab continues a run once its tab is closed', handed, {
        peer: 'a Web Lock handed on between bare pages (floor)',
        most: TAKEN_OVER,
      }),
    ];
  });
}

function toTimeRow(
  what: string,
  times: { readonly floor: readonly number[]; readonly ours: readonly number[] },
  { peer, most }: { readonly peer: string; readonly most: number },
): Row {
  const [ours, theirs] = [median(times.ours), median(times.floor)];
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: `${Math.round(ours)} ms`,
    peer,
    theirs: `${Math.round(theirs)} ms`,
    ratio: ours / theirs,
    bound: `within ${most / 1000} s`,
    isKept: ours <= most,
  };
}

const isReady = (page: Page): Promise<void> => page.getByRole('banner').getByText('Saved on this device').waitFor();
const goesOn = (page: Page): Promise<void> => runBadge(page, /^Waiting/).waitFor();

/** From the moment the address is entered, in ms. */
async function measureOpening(
  context: BrowserContext,
  url: string,
  isThere: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await isThere(page);
  const took = performance.now() - start;
  await page.close();
  return took;
}

async function measureTakeover(context: BrowserContext, url: string): Promise<number> {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(url);
  await goesOn(first);
  await second.goto(url);
  await second
    .getByText(/another tab/i)
    .first()
    .waitFor();
  const history = second.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' });
  // A page opens as the one before was left.
  if ((await history.getAttribute('aria-pressed')) !== 'true') await history.click();
  await second.getByRole('list', { name: 'Runs, newest first' }).getByRole('button').first().click();
  const note = second.getByText('In another tab', { exact: true });
  await note.waitFor();
  const start = performance.now();
  await first.close();
  await note.waitFor({ state: 'detached' });
  const took = performance.now() - start;
  await second.close();
  return took;
}

async function measureLock(context: BrowserContext, url: string): Promise<number> {
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) await page.goto(`${url}icon.svg`);
  await first.evaluate(
    () => new Promise<void>((held) => void navigator.locks.request('bench', () => new Promise(() => held()))),
  );
  const wanted = second.evaluate(() => navigator.locks.request('bench', () => undefined));
  const start = performance.now();
  await first.close();
  await wanted;
  const took = performance.now() - start;
  await second.close();
  return took;
}
