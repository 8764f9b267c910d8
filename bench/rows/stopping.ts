import type { AddressInfo } from 'node:net';
import { chromium, type Locator, type Page } from 'playwright';
import { preview } from 'vite';
import { type Row } from '../Row.ts';
import { median } from '../race.ts';

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
 * From a click on Stop to the page saying that the run is cancelled, in a run that would go on for ever without a pause.
 * The floor is a click in the same page, while nothing runs, to what it shows.
 */
export async function measureStopping(site: string): Promise<readonly Row[]> {
  const server = await preview({ configFile: false, build: { outDir: site }, preview: { host: '127.0.0.1', port: 0 } });
  const { port } = server.httpServer.address() as AddressInfo; // A server that listens on a port.
  const executablePath = process.env['SIGNALBOX_CHROMIUM'];
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://127.0.0.1:${port}/`);
    await openText(page, ENDLESS);
    return [toStopRow(await repeat(() => timeIdle(page)), await repeat(() => timeStop(page)))];
  } finally {
    await browser.close();
    await server.close();
  }
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

async function openText(page: Page, text: string): Promise<void> {
  await page.getByRole('banner').getByText('Saved on this device').waitFor();
  await fileButton(page).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: /^Open files/ }).click(),
  ]);
  await chooser.setFiles({ name: 'endless.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  await page.getByRole('group', { name: /ping, .* task/ }).waitFor();
}

function fileButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /\.yaml$/ });
}

async function timeStop(page: Page): Promise<number> {
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
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
