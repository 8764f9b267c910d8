import type { Locator, Page } from 'playwright';
import { openText, startRun } from '../appPage.ts';
import { type Row } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';

const ROUNDS = 7;
/** The promise: Stop is seen within a second. */
const LIMIT = 1000;

const ENDLESS = `limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - id: ping
    type: basic
    on_success: { next: pong }
  - id: pong
    type: basic
    on_success: { next: ping }
`;

/**
 * From a click on Stop to the page showing that the run is cancelled, in a run that would continue for ever without a pause.
 * The floor is a click in the same page, while nothing runs, to what it shows.
 */
export async function measureStopping(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page }) => {
    await openText(page, ENDLESS, 'ping');
    return [toStopRow(await repeat(() => timeIdle(page)), await repeat(() => timeStop(page)))];
  });
}

function toStopRow(idle: number, stop: number): Row {
  return {
    what: 'Stop seen in an endless loop of steps',
    ours: `${Math.round(stop)} ms`,
    peer: 'a click while nothing runs (floor)',
    theirs: `${Math.round(idle)} ms`,
    ratio: stop / idle,
    bound: `within ${LIMIT} ms`,
    isKept: stop <= LIMIT,
  };
}

async function repeat(job: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await job());
  return median(times);
}

async function timeStop(page: Page): Promise<number> {
  await startRun(page);
  const stop = page.getByRole('banner').getByRole('button', { name: /^Stop/ });
  await stop.waitFor();
  await page.waitForTimeout(300);
  return timeClick(stop, '^Cancelled after');
}

/** The panel of variables opens and closes. */
async function timeIdle(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Variables', exact: true }).first();
  const time = await timeClick(button, '^Variables$', 'h2, h3');
  await button.click();
  return time;
}

/** Milliseconds from a click inside the page to the frame in which an element with such a text is painted. */
function timeClick(button: Locator, text: string, selector = '*'): Promise<number> {
  return button.evaluate(
    (element, { text, selector }) =>
      new Promise<number>((resolve) => {
        const pattern = new RegExp(text);
        const isShown = (): boolean =>
          [...document.querySelectorAll(selector)].some(
            (each) => each.childElementCount === 0 && pattern.test(each.textContent.trim()),
          );
        const start = performance.now();
        const look = (): void => {
          if (isShown()) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        (element as HTMLElement).click(); // A button of the page.
        requestAnimationFrame(look);
      }),
    { text, selector },
  );
}
