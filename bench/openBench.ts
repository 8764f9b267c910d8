import path from 'node:path';
import type { Page } from 'playwright';
import type { BrowserBench } from './browser/page.ts';
import { median } from './race.ts';
import { type OpenPage, withBrowser } from './withBrowser.ts';

/** Our own page of a browser, where parts of the engine are measured alone: built beside the app. */
export function withBench<T>(site: string, work: (open: OpenPage) => Promise<T>): Promise<T> {
  return withBrowser(path.join(path.dirname(site), 'browser'), async (open) => {
    await open.page.waitForFunction(() => 'bench' in globalThis);
    return work(open);
  });
}

type DiskRequest = Parameters<BrowserBench['measureDisk']>[0];

/** Asks a worker of that page, whose name is `disk`; its answer is in ms by name. */
export function askDisk(page: Page, request: DiskRequest): ReturnType<BrowserBench['measureDisk']> {
  return page.evaluate((asked) => (globalThis as unknown as { bench: BrowserBench }).bench.measureDisk(asked), request);
}

/** Measures storage in that worker: the medians of the rounds, in ms, by name. */
export async function measureDisk<Name extends string>(
  site: string,
  request: DiskRequest,
): Promise<Readonly<Record<Name, number>>> {
  const rounds = await withBench(site, ({ page }) => askDisk(page, request));
  const medians = Object.entries(rounds).map(([name, times]) => [name, median(times)]);
  return Object.fromEntries(medians) as Record<Name, number>; // Who asks names what the worker answers.
}
