import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { preview } from 'vite';

/** A page of a build, in a separate browser. */
export interface OpenPage {
  readonly page: Page;
  readonly url: string;
  /** Milliseconds of CPU that the processes of its pages have used, workers included. */
  readonly cpuTime: () => Promise<number>;
}

/** Serves a build, opens its page in a fresh browser, and ends both when the work is done. */
export async function withBrowser<T>(site: string, work: (open: OpenPage) => Promise<T>): Promise<T> {
  const server = await preview({ configFile: false, build: { outDir: site }, preview: { host: '127.0.0.1', port: 0 } });
  const { port } = server.httpServer.address() as AddressInfo; // A server that listens on a port.
  const executablePath = process.env['SIGNALBOX_CHROMIUM'];
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const url = `http://127.0.0.1:${port}/`;
    await page.goto(url);
    return await work({ page, url, cpuTime: await createCpuTime(browser) });
  } finally {
    await browser.close();
    await server.close();
  }
}

async function createCpuTime(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const seconds = processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime);
    return seconds.reduce((sum, each) => sum + each, 0) * 1000;
  };
}
